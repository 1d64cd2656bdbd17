CREATE VIEW er__concrete_all_tables.account AS
SELECT t.account_id, t.username, t.email, t.created_at
FROM concrete_all_tables.accounts AS t;

CREATE VIEW er__concrete_all_tables.creator_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified
FROM concrete_all_tables.creator_accounts AS t;

CREATE VIEW er__concrete_all_tables.consumer_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age
FROM concrete_all_tables.consumer_accounts AS t;

CREATE VIEW er__concrete_all_tables.streamer AS
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified, t.platform, t.avg_viewers
FROM concrete_all_tables.streamers AS t;

CREATE VIEW er__concrete_all_tables.subscriber AS
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age, t.subscription_tier, t.active
FROM concrete_all_tables.subscribers AS t;

CREATE VIEW er__concrete_all_tables.content AS
SELECT t.content_id, t.title, t.created_at, t.duration
FROM concrete_all_tables.content AS t;

CREATE VIEW er__concrete_all_tables.live_content AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.scheduled_start, t.is_live
FROM concrete_all_tables.live_content AS t;

CREATE VIEW er__concrete_all_tables.recorded_content AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution
FROM concrete_all_tables.recorded_content AS t;

CREATE VIEW er__concrete_all_tables.live_stream AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.scheduled_start, t.is_live, t.peak_viewers, t.chat_enabled
FROM concrete_all_tables.live_streams AS t;

CREATE VIEW er__concrete_all_tables.clip AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution, t.start_offset, t.end_offset
FROM concrete_all_tables.clips AS t;

CREATE VIEW er__concrete_all_tables.channel AS
SELECT t.channel_id, t.name, t.description, t.created_at
FROM concrete_all_tables.channels AS t;

CREATE VIEW er__concrete_all_tables.tag AS
SELECT t.tag_id, t.name
FROM concrete_all_tables.tags AS t;

CREATE VIEW er__concrete_all_tables.consumer_account_watch_history_timestamps AS
SELECT t.account_id, t.watch_history_timestamp AS value
FROM concrete_all_tables.consumer_accounts_watch_history_timestamps AS t;

CREATE VIEW er__concrete_all_tables.subscriber_notification_preferences AS
SELECT t.account_id, t.notification_preference AS value
FROM concrete_all_tables.subscribers_notification_preferences AS t;

CREATE VIEW er__concrete_all_tables.content_quality_options AS
SELECT t.content_id, t.quality_option AS value
FROM concrete_all_tables.content_quality_options AS t;

CREATE VIEW er__concrete_all_tables.recorded_content_chapter_markers AS
SELECT t.content_id, t.chapter_marker AS value
FROM concrete_all_tables.recorded_content_chapter_markers AS t;

CREATE VIEW er__concrete_all_tables.tag_aliases AS
SELECT t.tag_id, t.alias AS value
FROM concrete_all_tables.tags_aliases AS t;

CREATE VIEW er__concrete_all_tables.produced_by AS
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM concrete_all_tables.content AS t
WHERE t.producer_id IS NOT NULL;

CREATE VIEW er__concrete_all_tables.hosted_by AS
SELECT t.content_id AS live_stream_content_id, t.host_id AS host_account_id
FROM concrete_all_tables.live_streams AS t
WHERE t.host_id IS NOT NULL;

CREATE VIEW er__concrete_all_tables.derived_from AS
SELECT t.clip_id AS clip_content_id, t.source_id AS source_content_id
FROM concrete_all_tables.clips_derived_from_ref AS t;

CREATE VIEW er__concrete_all_tables.published_on AS
SELECT t.content_id AS content_content_id, t.channel_id AS channel_channel_id
FROM concrete_all_tables.content_published_on AS t;

CREATE VIEW er__concrete_all_tables.tagged_with AS
SELECT t.content_id AS content_content_id, t.tag_id AS tag_tag_id
FROM concrete_all_tables.content_tagged_with AS t;

CREATE VIEW er__concrete_all_tables.owns AS
SELECT t.owner_id AS owner_account_id, t.channel_id AS channel_channel_id
FROM concrete_all_tables.creator_accounts_owns AS t;

CREATE VIEW er__concrete_all_tables.viewed AS
SELECT t.viewer_id AS viewer_account_id, t.content_id AS content_content_id
FROM concrete_all_tables.consumer_accounts_viewed AS t;

CREATE VIEW er__concrete_all_tables.subscribes_to AS
SELECT t.subscriber_id AS subscriber_account_id, t.creator_id AS creator_account_id
FROM concrete_all_tables.subscribers_subscribes_to AS t;

CREATE VIEW er__concrete_all_tables.shared AS
SELECT t.sharer_id AS sharer_account_id, t.clip_id AS clip_content_id
FROM concrete_all_tables.accounts_shared AS t;
