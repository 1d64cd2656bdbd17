CREATE VIEW er__kitchen_sink.account AS
SELECT t.account_id, t.username, t.email, t.created_at
FROM kitchen_sink.accounts AS t;

CREATE VIEW er__kitchen_sink.creator_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.bio, t.verified
FROM kitchen_sink.accounts AS t
WHERE t.type = 'CreatorAccount';

CREATE VIEW er__kitchen_sink.consumer_account AS
SELECT t.account_id, t.username, t.email, t.created_at, t.preferences, t.age
FROM kitchen_sink.accounts AS t
WHERE t.type = 'ConsumerAccount';

CREATE VIEW er__kitchen_sink.streamer AS
SELECT t.account_id, t1.username, t1.email, t1.created_at, t1.bio, t1.verified, t.platform, t.avg_viewers
FROM kitchen_sink.streamers AS t
LEFT JOIN kitchen_sink.accounts AS t1 ON t1.account_id = t.account_id;

CREATE VIEW er__kitchen_sink.subscriber AS
SELECT t.account_id, t1.username, t1.email, t1.created_at, t1.preferences, t1.age, t.subscription_tier, t.active
FROM kitchen_sink.subscribers AS t
LEFT JOIN kitchen_sink.accounts AS t1 ON t1.account_id = t.account_id;

CREATE VIEW er__kitchen_sink.content AS
SELECT t.content_id, t.title, t.created_at, t.duration
FROM kitchen_sink.content AS t
UNION ALL
SELECT t.content_id, t.title, t.created_at, t.duration
FROM kitchen_sink.recorded_content AS t
UNION ALL
SELECT t.content_id, t.title, t.created_at, t.duration
FROM kitchen_sink.clips AS t;

CREATE VIEW er__kitchen_sink.live_content AS
SELECT t.content_id, t1.title, t1.created_at, t1.duration, t.scheduled_start, t.is_live
FROM kitchen_sink.live_content AS t
LEFT JOIN kitchen_sink.content AS t1 ON t1.content_id = t.content_id;

CREATE VIEW er__kitchen_sink.recorded_content AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution
FROM kitchen_sink.recorded_content AS t
UNION ALL
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution
FROM kitchen_sink.clips AS t;

CREATE VIEW er__kitchen_sink.live_stream AS
SELECT t.content_id, t2.title, t2.created_at, t2.duration, t1.scheduled_start, t1.is_live, t.peak_viewers, t.chat_enabled
FROM kitchen_sink.live_streams AS t
LEFT JOIN kitchen_sink.live_content AS t1 ON t1.content_id = t.content_id
LEFT JOIN kitchen_sink.content AS t2 ON t2.content_id = t.content_id;

CREATE VIEW er__kitchen_sink.clip AS
SELECT t.content_id, t.title, t.created_at, t.duration, t.file_size_mb, t.resolution, t.start_offset, t.end_offset
FROM kitchen_sink.clips AS t;

CREATE VIEW er__kitchen_sink.channel AS
SELECT t.channel_id, t.name, t.description, t.created_at
FROM kitchen_sink.channels AS t;

CREATE VIEW er__kitchen_sink.tag AS
SELECT t.tag_id, t.name
FROM kitchen_sink.tags AS t;

CREATE VIEW er__kitchen_sink.consumer_account_watch_history_timestamps AS
SELECT t.account_id, t.watch_history_timestamp AS value
FROM kitchen_sink.consumer_accounts_watch_history_timestamps AS t;

CREATE VIEW er__kitchen_sink.subscriber_notification_preferences AS
SELECT t.account_id, e.value
FROM kitchen_sink.subscribers AS t
CROSS JOIN LATERAL unnest(t.notification_preferences) AS e(value);

CREATE VIEW er__kitchen_sink.content_quality_options AS
SELECT t.content_id, e.value
FROM kitchen_sink.content AS t
CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
UNION ALL
SELECT t.content_id, e.value
FROM kitchen_sink.recorded_content AS t
CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
UNION ALL
SELECT t.content_id, e.value
FROM kitchen_sink.clips AS t
CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value);

CREATE VIEW er__kitchen_sink.recorded_content_chapter_markers AS
SELECT t.content_id, t.chapter_marker AS value
FROM kitchen_sink.recorded_content_chapter_markers AS t
UNION ALL
SELECT t.content_id, t.chapter_marker AS value
FROM kitchen_sink.clips_chapter_markers AS t;

CREATE VIEW er__kitchen_sink.tag_aliases AS
SELECT t.tag_id, e.value
FROM kitchen_sink.tags AS t
CROSS JOIN LATERAL unnest(t.aliases) AS e(value);

CREATE VIEW er__kitchen_sink.produced_by AS
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM kitchen_sink.content AS t
WHERE t.producer_id IS NOT NULL
UNION ALL
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM kitchen_sink.recorded_content AS t
WHERE t.producer_id IS NOT NULL
UNION ALL
SELECT t.content_id AS content_content_id, t.producer_id AS producer_account_id
FROM kitchen_sink.clips AS t
WHERE t.producer_id IS NOT NULL;

CREATE VIEW er__kitchen_sink.hosted_by AS
SELECT t.live_stream_id AS live_stream_content_id, t.host_id AS host_account_id
FROM kitchen_sink.live_streams_hosted_by_ref AS t;

CREATE VIEW er__kitchen_sink.derived_from AS
SELECT t.content_id AS clip_content_id, t.source_id AS source_content_id
FROM kitchen_sink.clips AS t
WHERE t.source_id IS NOT NULL;

CREATE VIEW er__kitchen_sink.published_on AS
SELECT t.content_id AS content_content_id, t.channel_id AS channel_channel_id
FROM kitchen_sink.content_published_on AS t;

CREATE VIEW er__kitchen_sink.tagged_with AS
SELECT t.content_id AS content_content_id, t.tag_id AS tag_tag_id
FROM kitchen_sink.content_tagged_with AS t;

CREATE VIEW er__kitchen_sink.owns AS
SELECT t.owner_id AS owner_account_id, t.channel_id AS channel_channel_id
FROM kitchen_sink.creator_accounts_owns AS t;

CREATE VIEW er__kitchen_sink.viewed AS
SELECT t.viewer_id AS viewer_account_id, t.content_id AS content_content_id
FROM kitchen_sink.consumer_accounts_viewed AS t;

CREATE VIEW er__kitchen_sink.subscribes_to AS
SELECT t.subscriber_id AS subscriber_account_id, t.creator_id AS creator_account_id
FROM kitchen_sink.subscribers_subscribes_to AS t;

CREATE VIEW er__kitchen_sink.shared AS
SELECT t.sharer_id AS sharer_account_id, t.clip_id AS clip_content_id
FROM kitchen_sink.accounts_shared AS t;
