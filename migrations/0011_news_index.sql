CREATE TABLE "news_article" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"lang" text,
	"domain" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"tone" real,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_file" (
	"minute" timestamp (3) with time zone NOT NULL,
	"part" integer NOT NULL,
	"articles" integer NOT NULL,
	"partition" integer NOT NULL,
	"offset" bigint NOT NULL,
	"indexed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "news_file_minute_part_pk" PRIMARY KEY("minute","part")
);
--> statement-breakpoint
CREATE INDEX "news_article_words" ON "news_article" USING gin ("words");--> statement-breakpoint
CREATE INDEX "news_article_at" ON "news_article" USING btree ("at");