-- v.like: like ab%
batch."v" IS NOT NULL AND batch."v" NOT LIKE 'ab%';
