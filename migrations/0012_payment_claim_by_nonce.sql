DROP INDEX "payment_claim";--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claim" ON "payment" USING btree ("nonce","payer","asset","network","run");