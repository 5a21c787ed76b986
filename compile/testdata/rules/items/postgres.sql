-- refused: gates/case.yaml:11:47: rule nested.inner.not_empty: a list of lists is not supported on postgres: it is one array of two dimensions there, whose items are the innermost ones
gates/case.yaml:11:72: rule nested.inner.inner.min: a list of lists is not supported on postgres: it is one array of two dimensions there, whose items are the innermost ones
