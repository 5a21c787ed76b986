-- v.format: a time (23:59:59)
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '\A(?:[0-1][0-9]|2[0-3])\:[0-5][0-9](?:\:[0-5][0-9](?:\.[0-9]{1}[0-9]{0,5}0*)?)?\Z';
