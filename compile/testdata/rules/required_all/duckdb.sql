-- required_all: all of (a, b, c) are null or none is
(batch."a" IS NULL OR batch."b" IS NULL OR batch."c" IS NULL) AND (batch."a" IS NOT NULL OR batch."b" IS NOT NULL OR batch."c" IS NOT NULL);
