DROP INDEX "payment_transaction";--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "log_index" integer;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "left_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_transfer" ON "payment" USING btree ("transaction","log_index","network","run") WHERE "payment"."transaction" IS NOT NULL;--> statement-breakpoint
-- Of what was answered before this was asked nobody knows better: taken for arrived, so that a payment alone fetches no second copy.
UPDATE payment SET left_at = settled_at WHERE state = 'settled' AND answer IS NOT NULL;
