CREATE SCHEMA IF NOT EXISTS staging;
CREATE SCHEMA IF NOT EXISTS analytics;
CREATE OR REPLACE TABLE staging.orders AS
SELECT
  CASE
    WHEN n IN (77, 412) THEN 'order ' || n
    WHEN n IN (201, 640, 880) THEN printf('ORD-%06d', n - 1)
    ELSE printf('ORD-%06d', n)
  END AS order_id,
  CASE WHEN n = 333 THEN NULL ELSE 1000 + (n * 7919) % 400 END AS customer_id,
  CASE WHEN n % 167 = 3 THEN 'de' ELSE ['DE', 'FR', 'GB', 'NL', 'US'][1 + n % 5] END AS country,
  CAST(CASE WHEN n IN (19, 318, 551, 902) THEN -1 ELSE 1 END * (500 + (n * 2654435761) % 24500) / 100 AS DECIMAL(10, 2)) AS amount,
  CASE
    WHEN n IN (58, 207, 499, 764, 931) THEN NULL
    WHEN n IN (140, 623, 777) THEN 'payed'
    WHEN n = 805 THEN ''
    ELSE ['new', 'paid', 'shipped', 'shipped', 'cancelled'][1 + (n * 31) % 5]
  END AS status,
  CASE
    WHEN n % 143 = 9 THEN repeat('Please leave the parcel with the neighbour. ', 4)
    WHEN n % 10 = 0 THEN 'Gift wrapping'
  END AS note,
  DATE '2026-01-01' + CAST(n // 12 AS INTEGER) AS ordered_on,
  CASE
    WHEN n IN (265, 703) THEN DATE '2026-01-01' + CAST(n // 12 AS INTEGER) - 3
    WHEN (n * 31) % 5 IN (2, 3) THEN DATE '2026-01-01' + CAST(n // 12 AS INTEGER) + CAST(1 + n % 4 AS INTEGER)
  END AS shipped_on
FROM range(1, 1001) AS r(n);
