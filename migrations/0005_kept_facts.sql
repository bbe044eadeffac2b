CREATE INDEX "observation_record" ON "observation" USING btree ("topic","partition","offset");--> statement-breakpoint
CREATE INDEX "removal_record" ON "removal" USING btree ("topic","below_offset");