SELECT CAST("u" AS VARCHAR) AS "u", CAST("l" AS VARCHAR) AS "l", CAST("t" AS VARCHAR) AS "t", fails
FROM (VALUES
  ('ABC', 'abc', 'a b', ''),
  ('Abc', 'aBc', ' a', 'u.case, l.case, t.case'),
  ('É1 ?', 'é1 ?', 'a ', 't.case'),
  ('é', 'É', 'a' || chr(10), 'u.case, l.case, t.case'),
  ('', '', '', ''),
  (' ', ' ', ' ', 't.case'),
  ('ΣΊΣΥΦΟΣ', 'σίσυφος', chr(9) || 'a', 't.case'),
  ('ДОМ', 'дом', chr(11) || 'a', 't.case'),
  ('дОМ', 'дОм', 'a' || chr(12), 'u.case, l.case, t.case'),
  ('123', '123', chr(13) || 'a', 't.case'),
  ('''"\?$1@p%_😀', '''"\?$1@P%_😀', '''"\?$1@p%_😀', 'u.case, l.case'),
  ('''"\?$2@%_😀', '''"\?$2@%_😀', chr(160) || 'a', ''),
  (NULL, NULL, NULL, 't.case')
) AS rows("u", "l", "t", fails)
