-- refused: gates/case.yaml:11:47: rule nested.inner.not_empty: a list of lists is not supported on bigquery: an array cannot hold arrays there
gates/case.yaml:11:72: rule nested.inner.inner.min: a list of lists is not supported on bigquery: an array cannot hold arrays there
