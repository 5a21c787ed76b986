SELECT CAST(address AS STRUCT(city VARCHAR, "post code" VARCHAR)) AS address, CAST(lines AS STRUCT(qty INTEGER, codes VARCHAR[])[]) AS lines, fails
FROM (VALUES
  ({'city': 'Bern', 'post code': '30001'}, [{'qty': 1, 'codes': ['ab']}, {'qty': 9, 'codes': []}], ''),
  ({'city': NULL, 'post code': '3000'}, [{'qty': 0, 'codes': ['ab', 'a']}], 'address.inner.city.not_null, address.inner.post code.length, lines.inner.inner.qty.range, lines.inner.inner.codes.inner.min_length'),
  ({'city': 'Bern', 'post code': NULL}, [{'qty': NULL, 'codes': NULL}], 'lines.inner.inner.qty.not_null'),
  (NULL, [], 'address.inner.city.not_null'),
  ({'city': '', 'post code': '30001'}, [NULL], 'lines.inner.inner.qty.not_null'),
  ({'city': '', 'post code': '30001'}, NULL, '')
) AS rows(address, lines, fails)
