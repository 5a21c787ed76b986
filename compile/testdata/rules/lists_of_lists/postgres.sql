-- refused: gates/case.yaml:4:40: rule n.inner.unique_items: a list of lists is not supported on postgres: it is one array of two dimensions there, whose items are the innermost ones
gates/case.yaml:4:60: rule n.inner.min_items: a list of lists is not supported on postgres: it is one array of two dimensions there, whose items are the innermost ones
gates/case.yaml:4:74: rule n.inner.max_items: a list of lists is not supported on postgres: it is one array of two dimensions there, whose items are the innermost ones
