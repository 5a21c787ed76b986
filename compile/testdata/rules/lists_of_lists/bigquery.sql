-- refused: gates/case.yaml:4:40: rule n.inner.unique_items: a list of lists is not supported on bigquery: an array cannot hold arrays there
gates/case.yaml:4:60: rule n.inner.min_items: a list of lists is not supported on bigquery: an array cannot hold arrays there
gates/case.yaml:4:74: rule n.inner.max_items: a list of lists is not supported on bigquery: an array cannot hold arrays there
