CREATE TABLE "payment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run" text NOT NULL,
	"network" text NOT NULL,
	"asset" text NOT NULL,
	"payer" text NOT NULL,
	"nonce" text NOT NULL,
	"state" text NOT NULL,
	"fingerprint" text NOT NULL,
	"identifier" text,
	"dialect" smallint NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"resource" text NOT NULL,
	"pay_to" text NOT NULL,
	"symbol" text NOT NULL,
	"decimals" smallint NOT NULL,
	"amount" bigint NOT NULL,
	"valid_before" timestamp (3) with time zone NOT NULL,
	"owner" integer NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"settle_tried" boolean DEFAULT false NOT NULL,
	"reason" text,
	"transaction" text,
	"answer_type" text,
	"answer" text,
	"claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"served_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claim" ON "payment" USING btree ("run","network","asset","payer","nonce");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_identifier" ON "payment" USING btree ("run","payer","identifier") WHERE "payment"."identifier" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_transaction" ON "payment" USING btree ("transaction") WHERE "payment"."transaction" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_open" ON "payment" USING btree ("lease_until") WHERE "payment"."state" IN ('verified', 'served', 'pending');--> statement-breakpoint
CREATE INDEX "payment_claimed_at" ON "payment" USING btree ("claimed_at");