-- v.like: like a?\%_%
batch."v" IS NOT NULL AND batch."v" NOT LIKE 'a?\%_%';
