-- The values of the gate's vars in the run, a JSON object of texts; masked ones are ***.
ALTER TABLE {{ledger}}.`runs` ADD COLUMN IF NOT EXISTS `vars` STRING;
