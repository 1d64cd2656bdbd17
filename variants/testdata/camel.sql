CREATE TYPE "liveContentType" AS ENUM (
    'LiveContent',
    'LiveStream'
);

CREATE TYPE "recordedContentType" AS ENUM (
    'RecordedContent',
    'Clip'
);

CREATE TABLE accounts (
    "accountId" integer NOT NULL,
    username text NOT NULL,
    email text NOT NULL,
    "createdAt" timestamp with time zone NOT NULL
);

CREATE TABLE "creatorAccounts" (
    "accountId" integer NOT NULL,
    type text NOT NULL,
    bio text,
    verified boolean NOT NULL,
    platform text,
    "avgViewers" integer
);

CREATE TABLE "consumerAccounts" (
    "accountId" integer NOT NULL,
    type text NOT NULL,
    preferences jsonb NOT NULL,
    age integer,
    "watchHistoryTimestamps" jsonb NOT NULL,
    "subscriptionTier" text,
    active boolean,
    "notificationPreferences" text[]
);

CREATE TABLE content (
    "contentId" integer NOT NULL,
    title text NOT NULL,
    "createdAt" timestamp with time zone NOT NULL,
    duration integer NOT NULL,
    "qualityOptions" text[] NOT NULL,
    "producerId" integer NOT NULL
);

CREATE TABLE "liveContent" (
    "contentId" integer NOT NULL,
    type "liveContentType" NOT NULL,
    "scheduledStart" timestamp with time zone NOT NULL,
    "isLive" boolean NOT NULL,
    "peakViewers" integer,
    "chatEnabled" boolean,
    "hostId" integer
);

CREATE TABLE "recordedContent" (
    "contentId" integer NOT NULL,
    type "recordedContentType" NOT NULL,
    "fileSizeMb" numeric(10,2) NOT NULL,
    resolution text NOT NULL,
    "chapterMarkers" jsonb NOT NULL,
    "startOffset" integer,
    "endOffset" integer,
    "sourceId" integer
);

CREATE TABLE channels (
    "channelId" integer NOT NULL,
    name text NOT NULL,
    description text,
    "createdAt" timestamp with time zone NOT NULL
);

CREATE TABLE tags (
    "tagId" integer NOT NULL,
    name text NOT NULL,
    aliases text[] NOT NULL
);

CREATE TABLE "contentPublishedOn" (
    "contentId" integer NOT NULL,
    "channelId" integer NOT NULL
);

CREATE TABLE "contentTaggedWith" (
    "contentId" integer NOT NULL,
    "tagId" integer NOT NULL
);

CREATE TABLE "creatorAccountsOwns" (
    "ownerId" integer NOT NULL,
    "channelId" integer NOT NULL
);

CREATE TABLE "consumerAccountsViewed" (
    "viewerId" integer NOT NULL,
    "contentId" integer NOT NULL
);

CREATE TABLE "subscribersSubscribesTo" (
    "subscriberId" integer NOT NULL,
    "creatorId" integer NOT NULL
);

CREATE TABLE "accountsShared" (
    "sharerId" integer NOT NULL,
    "clipId" integer NOT NULL
);

ALTER TABLE ONLY accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY ("accountId");

ALTER TABLE ONLY accounts
    ADD CONSTRAINT accounts_username_key UNIQUE (username);

ALTER TABLE ONLY accounts
    ADD CONSTRAINT accounts_email_key UNIQUE (email);

ALTER TABLE ONLY "creatorAccounts"
    ADD CONSTRAINT "creatorAccounts_pkey" PRIMARY KEY ("accountId");

ALTER TABLE ONLY "consumerAccounts"
    ADD CONSTRAINT "consumerAccounts_pkey" PRIMARY KEY ("accountId");

ALTER TABLE ONLY content
    ADD CONSTRAINT content_pkey PRIMARY KEY ("contentId");

ALTER TABLE ONLY "liveContent"
    ADD CONSTRAINT "liveContent_pkey" PRIMARY KEY ("contentId");

ALTER TABLE ONLY "recordedContent"
    ADD CONSTRAINT "recordedContent_pkey" PRIMARY KEY ("contentId");

ALTER TABLE ONLY channels
    ADD CONSTRAINT channels_pkey PRIMARY KEY ("channelId");

ALTER TABLE ONLY channels
    ADD CONSTRAINT channels_name_key UNIQUE (name);

ALTER TABLE ONLY tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY ("tagId");

ALTER TABLE ONLY tags
    ADD CONSTRAINT tags_name_key UNIQUE (name);

ALTER TABLE ONLY "contentPublishedOn"
    ADD CONSTRAINT "contentPublishedOn_pkey" PRIMARY KEY ("contentId", "channelId");

ALTER TABLE ONLY "contentTaggedWith"
    ADD CONSTRAINT "contentTaggedWith_pkey" PRIMARY KEY ("contentId", "tagId");

ALTER TABLE ONLY "creatorAccountsOwns"
    ADD CONSTRAINT "creatorAccountsOwns_pkey" PRIMARY KEY ("ownerId", "channelId");

ALTER TABLE ONLY "consumerAccountsViewed"
    ADD CONSTRAINT "consumerAccountsViewed_pkey" PRIMARY KEY ("viewerId", "contentId");

ALTER TABLE ONLY "subscribersSubscribesTo"
    ADD CONSTRAINT "subscribersSubscribesTo_pkey" PRIMARY KEY ("subscriberId", "creatorId");

ALTER TABLE ONLY "accountsShared"
    ADD CONSTRAINT "accountsShared_pkey" PRIMARY KEY ("sharerId", "clipId");

ALTER TABLE ONLY "creatorAccounts"
    ADD CONSTRAINT "creatorAccounts_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES accounts("accountId");

ALTER TABLE ONLY "consumerAccounts"
    ADD CONSTRAINT "consumerAccounts_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES accounts("accountId");

ALTER TABLE ONLY content
    ADD CONSTRAINT "content_producerId_fkey" FOREIGN KEY ("producerId") REFERENCES "creatorAccounts"("accountId");

ALTER TABLE ONLY "liveContent"
    ADD CONSTRAINT "liveContent_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES content("contentId");

ALTER TABLE ONLY "liveContent"
    ADD CONSTRAINT "liveContent_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "creatorAccounts"("accountId");

ALTER TABLE ONLY "recordedContent"
    ADD CONSTRAINT "recordedContent_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES content("contentId");

ALTER TABLE ONLY "recordedContent"
    ADD CONSTRAINT "recordedContent_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "liveContent"("contentId");

ALTER TABLE ONLY "contentPublishedOn"
    ADD CONSTRAINT "contentPublishedOn_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES content("contentId");

ALTER TABLE ONLY "contentPublishedOn"
    ADD CONSTRAINT "contentPublishedOn_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES channels("channelId");

ALTER TABLE ONLY "contentTaggedWith"
    ADD CONSTRAINT "contentTaggedWith_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES content("contentId");

ALTER TABLE ONLY "contentTaggedWith"
    ADD CONSTRAINT "contentTaggedWith_tagId_fkey" FOREIGN KEY ("tagId") REFERENCES tags("tagId");

ALTER TABLE ONLY "creatorAccountsOwns"
    ADD CONSTRAINT "creatorAccountsOwns_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "creatorAccounts"("accountId");

ALTER TABLE ONLY "creatorAccountsOwns"
    ADD CONSTRAINT "creatorAccountsOwns_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES channels("channelId");

ALTER TABLE ONLY "consumerAccountsViewed"
    ADD CONSTRAINT "consumerAccountsViewed_viewerId_fkey" FOREIGN KEY ("viewerId") REFERENCES "consumerAccounts"("accountId");

ALTER TABLE ONLY "consumerAccountsViewed"
    ADD CONSTRAINT "consumerAccountsViewed_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES content("contentId");

ALTER TABLE ONLY "subscribersSubscribesTo"
    ADD CONSTRAINT "subscribersSubscribesTo_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "consumerAccounts"("accountId");

ALTER TABLE ONLY "subscribersSubscribesTo"
    ADD CONSTRAINT "subscribersSubscribesTo_creatorId_fkey" FOREIGN KEY ("creatorId") REFERENCES "creatorAccounts"("accountId");

ALTER TABLE ONLY "accountsShared"
    ADD CONSTRAINT "accountsShared_sharerId_fkey" FOREIGN KEY ("sharerId") REFERENCES accounts("accountId");

ALTER TABLE ONLY "accountsShared"
    ADD CONSTRAINT "accountsShared_clipId_fkey" FOREIGN KEY ("clipId") REFERENCES "recordedContent"("contentId");
