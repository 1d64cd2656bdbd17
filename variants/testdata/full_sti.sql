CREATE TABLE accounts (
    account_id integer NOT NULL,
    type text NOT NULL,
    username text NOT NULL,
    email text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    bio text,
    verified boolean,
    platform text,
    avg_viewers integer,
    preferences jsonb,
    age integer,
    watch_history_timestamps jsonb,
    subscription_tier text,
    active boolean,
    notification_preferences text[]
);

CREATE TABLE content (
    content_id integer NOT NULL,
    type text NOT NULL,
    title text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    duration integer NOT NULL,
    quality_options text[] NOT NULL,
    producer_id integer NOT NULL,
    scheduled_start timestamp with time zone,
    is_live boolean,
    peak_viewers integer,
    chat_enabled boolean,
    host_id integer,
    file_size_mb numeric(10,2),
    resolution text,
    chapter_markers jsonb,
    start_offset integer,
    end_offset integer,
    source_id integer
);

CREATE TABLE channels (
    channel_id integer NOT NULL,
    name text NOT NULL,
    description text,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE tags (
    tag_id integer NOT NULL,
    name text NOT NULL,
    aliases text[] NOT NULL
);

CREATE TABLE content_published_on (
    content_id integer NOT NULL,
    channel_id integer NOT NULL
);

CREATE TABLE content_tagged_with (
    content_id integer NOT NULL,
    tag_id integer NOT NULL
);

CREATE TABLE creator_accounts_owns (
    owner_id integer NOT NULL,
    channel_id integer NOT NULL
);

CREATE TABLE consumer_accounts_viewed (
    viewer_id integer NOT NULL,
    content_id integer NOT NULL
);

CREATE TABLE subscribers_subscribes_to (
    subscriber_id integer NOT NULL,
    creator_id integer NOT NULL
);

CREATE TABLE accounts_shared (
    sharer_id integer NOT NULL,
    clip_id integer NOT NULL
);

ALTER TABLE ONLY accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY accounts
    ADD CONSTRAINT accounts_username_key UNIQUE (username);

ALTER TABLE ONLY accounts
    ADD CONSTRAINT accounts_email_key UNIQUE (email);

ALTER TABLE ONLY content
    ADD CONSTRAINT content_pkey PRIMARY KEY (content_id);

ALTER TABLE ONLY channels
    ADD CONSTRAINT channels_pkey PRIMARY KEY (channel_id);

ALTER TABLE ONLY channels
    ADD CONSTRAINT channels_name_key UNIQUE (name);

ALTER TABLE ONLY tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (tag_id);

ALTER TABLE ONLY tags
    ADD CONSTRAINT tags_name_key UNIQUE (name);

ALTER TABLE ONLY content_published_on
    ADD CONSTRAINT content_published_on_pkey PRIMARY KEY (content_id, channel_id);

ALTER TABLE ONLY content_tagged_with
    ADD CONSTRAINT content_tagged_with_pkey PRIMARY KEY (content_id, tag_id);

ALTER TABLE ONLY creator_accounts_owns
    ADD CONSTRAINT creator_accounts_owns_pkey PRIMARY KEY (owner_id, channel_id);

ALTER TABLE ONLY consumer_accounts_viewed
    ADD CONSTRAINT consumer_accounts_viewed_pkey PRIMARY KEY (viewer_id, content_id);

ALTER TABLE ONLY subscribers_subscribes_to
    ADD CONSTRAINT subscribers_subscribes_to_pkey PRIMARY KEY (subscriber_id, creator_id);

ALTER TABLE ONLY accounts_shared
    ADD CONSTRAINT accounts_shared_pkey PRIMARY KEY (sharer_id, clip_id);

ALTER TABLE ONLY content
    ADD CONSTRAINT content_producer_id_fkey FOREIGN KEY (producer_id) REFERENCES accounts(account_id);

ALTER TABLE ONLY content
    ADD CONSTRAINT content_host_id_fkey FOREIGN KEY (host_id) REFERENCES accounts(account_id);

ALTER TABLE ONLY content
    ADD CONSTRAINT content_source_id_fkey FOREIGN KEY (source_id) REFERENCES content(content_id);

ALTER TABLE ONLY content_published_on
    ADD CONSTRAINT content_published_on_content_id_fkey FOREIGN KEY (content_id) REFERENCES content(content_id);

ALTER TABLE ONLY content_published_on
    ADD CONSTRAINT content_published_on_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(channel_id);

ALTER TABLE ONLY content_tagged_with
    ADD CONSTRAINT content_tagged_with_content_id_fkey FOREIGN KEY (content_id) REFERENCES content(content_id);

ALTER TABLE ONLY content_tagged_with
    ADD CONSTRAINT content_tagged_with_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(tag_id);

ALTER TABLE ONLY creator_accounts_owns
    ADD CONSTRAINT creator_accounts_owns_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(account_id);

ALTER TABLE ONLY creator_accounts_owns
    ADD CONSTRAINT creator_accounts_owns_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(channel_id);

ALTER TABLE ONLY consumer_accounts_viewed
    ADD CONSTRAINT consumer_accounts_viewed_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES accounts(account_id);

ALTER TABLE ONLY consumer_accounts_viewed
    ADD CONSTRAINT consumer_accounts_viewed_content_id_fkey FOREIGN KEY (content_id) REFERENCES content(content_id);

ALTER TABLE ONLY subscribers_subscribes_to
    ADD CONSTRAINT subscribers_subscribes_to_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES accounts(account_id);

ALTER TABLE ONLY subscribers_subscribes_to
    ADD CONSTRAINT subscribers_subscribes_to_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES accounts(account_id);

ALTER TABLE ONLY accounts_shared
    ADD CONSTRAINT accounts_shared_sharer_id_fkey FOREIGN KEY (sharer_id) REFERENCES accounts(account_id);

ALTER TABLE ONLY accounts_shared
    ADD CONSTRAINT accounts_shared_clip_id_fkey FOREIGN KEY (clip_id) REFERENCES content(content_id);
