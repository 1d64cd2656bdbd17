CREATE TABLE account (
    account_id integer NOT NULL,
    username text NOT NULL,
    email text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE creator_account (
    account_id integer NOT NULL,
    type text NOT NULL,
    bio text,
    verified boolean NOT NULL,
    platform text,
    avg_viewers integer
);

CREATE TABLE consumer_account (
    account_id integer NOT NULL,
    type text NOT NULL,
    preferences jsonb NOT NULL,
    age integer,
    watch_history_timestamps jsonb NOT NULL,
    subscription_tier text,
    active boolean,
    notification_preferences text[]
);

CREATE TABLE content (
    content_id integer NOT NULL,
    title text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    duration integer NOT NULL,
    quality_options text[] NOT NULL,
    producer_id integer NOT NULL
);

CREATE TABLE live_content (
    content_id integer NOT NULL,
    type text NOT NULL,
    scheduled_start timestamp with time zone NOT NULL,
    is_live boolean NOT NULL,
    peak_viewers integer,
    chat_enabled boolean,
    host_id integer,
    CONSTRAINT live_content_type_check CHECK ((type = ANY (ARRAY['LiveContent'::text, 'LiveStream'::text])))
);

CREATE TABLE recorded_content (
    content_id integer NOT NULL,
    type text NOT NULL,
    file_size_mb numeric(10,2) NOT NULL,
    resolution text NOT NULL,
    chapter_markers jsonb NOT NULL,
    start_offset integer,
    end_offset integer,
    source_id integer,
    CONSTRAINT recorded_content_type_check CHECK ((type = ANY (ARRAY['RecordedContent'::text, 'Clip'::text])))
);

CREATE TABLE channel (
    channel_id integer NOT NULL,
    name text NOT NULL,
    description text,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE tag (
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

CREATE TABLE creator_account_owns (
    owner_id integer NOT NULL,
    channel_id integer NOT NULL
);

CREATE TABLE consumer_account_viewed (
    viewer_id integer NOT NULL,
    content_id integer NOT NULL
);

CREATE TABLE subscriber_subscribes_to (
    subscriber_id integer NOT NULL,
    creator_id integer NOT NULL
);

CREATE TABLE account_shared (
    sharer_id integer NOT NULL,
    clip_id integer NOT NULL
);

ALTER TABLE ONLY account
    ADD CONSTRAINT account_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY account
    ADD CONSTRAINT account_username_key UNIQUE (username);

ALTER TABLE ONLY account
    ADD CONSTRAINT account_email_key UNIQUE (email);

ALTER TABLE ONLY creator_account
    ADD CONSTRAINT creator_account_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY consumer_account
    ADD CONSTRAINT consumer_account_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY content
    ADD CONSTRAINT content_pkey PRIMARY KEY (content_id);

ALTER TABLE ONLY live_content
    ADD CONSTRAINT live_content_pkey PRIMARY KEY (content_id);

ALTER TABLE ONLY recorded_content
    ADD CONSTRAINT recorded_content_pkey PRIMARY KEY (content_id);

ALTER TABLE ONLY channel
    ADD CONSTRAINT channel_pkey PRIMARY KEY (channel_id);

ALTER TABLE ONLY channel
    ADD CONSTRAINT channel_name_key UNIQUE (name);

ALTER TABLE ONLY tag
    ADD CONSTRAINT tag_pkey PRIMARY KEY (tag_id);

ALTER TABLE ONLY tag
    ADD CONSTRAINT tag_name_key UNIQUE (name);

ALTER TABLE ONLY content_published_on
    ADD CONSTRAINT content_published_on_pkey PRIMARY KEY (content_id, channel_id);

ALTER TABLE ONLY content_tagged_with
    ADD CONSTRAINT content_tagged_with_pkey PRIMARY KEY (content_id, tag_id);

ALTER TABLE ONLY creator_account_owns
    ADD CONSTRAINT creator_account_owns_pkey PRIMARY KEY (owner_id, channel_id);

ALTER TABLE ONLY consumer_account_viewed
    ADD CONSTRAINT consumer_account_viewed_pkey PRIMARY KEY (viewer_id, content_id);

ALTER TABLE ONLY subscriber_subscribes_to
    ADD CONSTRAINT subscriber_subscribes_to_pkey PRIMARY KEY (subscriber_id, creator_id);

ALTER TABLE ONLY account_shared
    ADD CONSTRAINT account_shared_pkey PRIMARY KEY (sharer_id, clip_id);

ALTER TABLE ONLY creator_account
    ADD CONSTRAINT creator_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);

ALTER TABLE ONLY consumer_account
    ADD CONSTRAINT consumer_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);

ALTER TABLE ONLY content
    ADD CONSTRAINT content_producer_id_fkey FOREIGN KEY (producer_id) REFERENCES creator_account(account_id);

ALTER TABLE ONLY live_content
    ADD CONSTRAINT live_content_content_id_fkey FOREIGN KEY (content_id) REFERENCES content(content_id);

ALTER TABLE ONLY live_content
    ADD CONSTRAINT live_content_host_id_fkey FOREIGN KEY (host_id) REFERENCES creator_account(account_id);

ALTER TABLE ONLY recorded_content
    ADD CONSTRAINT recorded_content_content_id_fkey FOREIGN KEY (content_id) REFERENCES content(content_id);

ALTER TABLE ONLY recorded_content
    ADD CONSTRAINT recorded_content_source_id_fkey FOREIGN KEY (source_id) REFERENCES live_content(content_id);

ALTER TABLE ONLY content_published_on
    ADD CONSTRAINT content_published_on_content_id_fkey FOREIGN KEY (content_id) REFERENCES content(content_id);

ALTER TABLE ONLY content_published_on
    ADD CONSTRAINT content_published_on_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(channel_id);

ALTER TABLE ONLY content_tagged_with
    ADD CONSTRAINT content_tagged_with_content_id_fkey FOREIGN KEY (content_id) REFERENCES content(content_id);

ALTER TABLE ONLY content_tagged_with
    ADD CONSTRAINT content_tagged_with_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tag(tag_id);

ALTER TABLE ONLY creator_account_owns
    ADD CONSTRAINT creator_account_owns_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES creator_account(account_id);

ALTER TABLE ONLY creator_account_owns
    ADD CONSTRAINT creator_account_owns_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(channel_id);

ALTER TABLE ONLY consumer_account_viewed
    ADD CONSTRAINT consumer_account_viewed_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES consumer_account(account_id);

ALTER TABLE ONLY consumer_account_viewed
    ADD CONSTRAINT consumer_account_viewed_content_id_fkey FOREIGN KEY (content_id) REFERENCES content(content_id);

ALTER TABLE ONLY subscriber_subscribes_to
    ADD CONSTRAINT subscriber_subscribes_to_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES consumer_account(account_id);

ALTER TABLE ONLY subscriber_subscribes_to
    ADD CONSTRAINT subscriber_subscribes_to_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creator_account(account_id);

ALTER TABLE ONLY account_shared
    ADD CONSTRAINT account_shared_sharer_id_fkey FOREIGN KEY (sharer_id) REFERENCES account(account_id);

ALTER TABLE ONLY account_shared
    ADD CONSTRAINT account_shared_clip_id_fkey FOREIGN KEY (clip_id) REFERENCES recorded_content(content_id);
