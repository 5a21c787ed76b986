-- v.format: a uuid
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '\A[0-9A-Fa-f]{8}\-[0-9A-Fa-f]{4}\-[0-9A-Fa-f]{4}\-[0-9A-Fa-f]{4}\-[0-9A-Fa-f]{12}\Z';
