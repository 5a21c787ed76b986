-- v.format: an E.164 phone number
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '\A\+[1-9][0-9]{1}[0-9]{0,13}\Z';
