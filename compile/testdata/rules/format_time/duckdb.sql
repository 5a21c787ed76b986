-- v.format: a time (23:59:59)
batch."v" IS NOT NULL AND NOT regexp_matches(batch."v", '^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6}0*)?)?)$');
