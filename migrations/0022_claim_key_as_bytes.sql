-- Five words of text took 200 bytes of index a payment, for ever. Processes of an earlier release name those columns when they claim:
-- their claims are refused from here on, and nothing is charged.
DROP INDEX "payment_claim";--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claim" ON "payment" USING btree (substr(sha256(decode(nonce || ' ' || payer || ' ' || asset || ' ' || network || ' ' || run, 'escape')), 1, 16));
