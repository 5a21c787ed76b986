SELECT CAST("t" AS VARCHAR) AS "t", CAST("r" AS VARCHAR) AS "r", CAST("j" AS JSON) AS "j", fails
FROM (VALUES
  ('{"id": 1}', '{"a": null, "$1": 2, "b": 3}', '{}', ''),
  ('{"id": null, "name": "x", "e\"m''a?i\\l": 1}', '{"$1": {}, "a": []}', '{"a": 1, "😀": 2, "": 3}', ''),
  ('{"name": 1}', '{"a": 1}', '{"b": 1}', 't.json_keys, r.json_keys, j.json_keys'),
  ('{"id": 1, "other": 2}', '{"A": 1, "$1": 1}', '{"a": {"b": 1}}', 't.json_keys, r.json_keys'),
  ('{"x": {"id": 1}}', '[{"a": 1, "$1": 1}]', '[]', 't.json_keys, r.json_keys, j.json_keys'),
  ('["id"]', '["a", "$1"]', '"a"', 't.json_keys, r.json_keys, j.json_keys'),
  ('null', '1', 'null', 't.json_keys, r.json_keys, j.json_keys'),
  ('{"id": 1', '', '1', 't.json_keys, r.json_keys, j.json_keys'),
  ('id', ''' OR 1=1 --', '{"a": 1, "a": 2}', 't.json_keys, r.json_keys'),
  ('{"id": 1,}', '{"a": 1, "$1": NaN}', '{"\u0061": 1}', 't.json_keys, r.json_keys'),
  (NULL, NULL, NULL, 'r.json_keys')
) AS rows("t", "r", "j", fails)
