-- q01: Who are the 50 creators that own the largest number of channels?
SELECT owner_id AS account_id
FROM creator_accounts_owns
GROUP BY owner_id
ORDER BY count(*) DESC, account_id
LIMIT 50;

-- q02: For each creator, how many total pieces of content have they produced?
SELECT c.account_id, count(p.content_content_id) AS n
FROM accounts AS c
    LEFT JOIN (
        SELECT content_id AS content_content_id, producer_id AS producer_account_id
        FROM content
        UNION ALL
        SELECT content_id, producer_id
        FROM recorded_content
        UNION ALL
        SELECT content_id, producer_id
        FROM clips
    ) AS p ON p.producer_account_id = c.account_id
WHERE c.type = 'CreatorAccount'
GROUP BY c.account_id
ORDER BY c.account_id;

-- q03: Who are the 50 streamers that have hosted the most live streams?
SELECT host_id AS account_id
FROM live_streams_hosted_by_ref
GROUP BY host_id
ORDER BY count(*) DESC, account_id
LIMIT 50;

-- q04: How many clips were derived from each live stream?
SELECT l.content_id, count(d.content_id) AS n
FROM live_streams AS l
    LEFT JOIN clips AS d ON d.source_id = l.content_id
GROUP BY l.content_id
ORDER BY l.content_id;

-- q05: Who are the top 50 creators that have the largest number of subscribers?
SELECT creator_id AS account_id
FROM subscribers_subscribes_to
GROUP BY creator_id
ORDER BY count(*) DESC, account_id
LIMIT 50;

-- q06: For each subscriber, how many different creators are they subscribed to?
SELECT s.account_id, count(x.creator_id) AS n
FROM subscribers AS s
    LEFT JOIN subscribers_subscribes_to AS x ON x.subscriber_id = s.account_id
GROUP BY s.account_id
ORDER BY s.account_id;

-- q07: Which 50 channels have published the most content items?
SELECT channel_id
FROM content_published_on
GROUP BY channel_id
ORDER BY count(*) DESC, channel_id
LIMIT 50;

-- q08: How many clips has each account shared?
SELECT a.account_id, count(s.clip_id) AS n
FROM accounts AS a
    LEFT JOIN accounts_shared AS s ON s.sharer_id = a.account_id
GROUP BY a.account_id
ORDER BY a.account_id;

-- q09: What are the 50 tags that are used on the largest number of content items?
SELECT tag_id
FROM content_tagged_with
GROUP BY tag_id
ORDER BY count(*) DESC, tag_id
LIMIT 50;

-- q10: For each creator, how many times has content they produced been viewed by consumer accounts
SELECT c.account_id, count(v.viewer_id) AS n
FROM accounts AS c
    LEFT JOIN (
        SELECT content_id AS content_content_id, producer_id AS producer_account_id
        FROM content
        UNION ALL
        SELECT content_id, producer_id
        FROM recorded_content
        UNION ALL
        SELECT content_id, producer_id
        FROM clips
    ) AS p ON p.producer_account_id = c.account_id
    LEFT JOIN consumer_accounts_viewed AS v ON v.content_id = p.content_content_id
WHERE c.type = 'CreatorAccount'
GROUP BY c.account_id
ORDER BY c.account_id;

-- q11: Who are the top 50 creators that produce content that is published on the greatest number of distinct channels?
SELECT p.producer_account_id AS account_id
FROM (
    SELECT content_id AS content_content_id, producer_id AS producer_account_id
    FROM content
    UNION ALL
    SELECT content_id, producer_id
    FROM recorded_content
    UNION ALL
    SELECT content_id, producer_id
    FROM clips
) AS p
    JOIN content_published_on AS u ON u.content_id = p.content_content_id
GROUP BY p.producer_account_id
ORDER BY count(DISTINCT u.channel_id) DESC, account_id
LIMIT 50;

-- q12: How many live streams hosted by each streamer have at least one derived clip?
SELECT s.account_id, count(DISTINCT d.source_id) AS n
FROM streamers AS s
    LEFT JOIN live_streams_hosted_by_ref AS h ON h.host_id = s.account_id
    LEFT JOIN clips AS d ON d.source_id = h.live_stream_id
GROUP BY s.account_id
ORDER BY s.account_id;

-- q13: Which subscribers follow creators who own more than one channel?
SELECT s.account_id
FROM subscribers AS s
WHERE EXISTS (
    SELECT 1
    FROM subscribers_subscribes_to AS x
        JOIN creator_accounts_owns AS o ON o.owner_id = x.creator_id
    WHERE x.subscriber_id = s.account_id
    GROUP BY x.creator_id
    HAVING count(*) > 1
)
ORDER BY s.account_id;

-- q14: For each channel, how many live streams and how many clips have been published on it?
SELECT c.channel_id, count(l.content_id) AS live_streams, count(k.content_id) AS clips
FROM channels AS c
    LEFT JOIN content_published_on AS p ON p.channel_id = c.channel_id
    LEFT JOIN live_streams AS l ON l.content_id = p.content_id
    LEFT JOIN clips AS k ON k.content_id = p.content_id
GROUP BY c.channel_id
ORDER BY c.channel_id;

-- q15: Who are the top 50 creators that have produced content tagged with 3 or more tags?
SELECT p.producer_account_id AS account_id
FROM (
    SELECT content_id AS content_content_id, producer_id AS producer_account_id
    FROM content
    UNION ALL
    SELECT content_id, producer_id
    FROM recorded_content
    UNION ALL
    SELECT content_id, producer_id
    FROM clips
) AS p
    JOIN (
        SELECT content_id AS content_content_id
        FROM content_tagged_with
        GROUP BY content_id
        HAVING count(*) >= 3
    ) AS t ON t.content_content_id = p.content_content_id
GROUP BY p.producer_account_id
ORDER BY count(*) DESC, account_id
LIMIT 50;

-- m01: For each tag, return the tag id and the number of its aliases.
SELECT t.tag_id, count(a.value) AS n
FROM tags AS t
    LEFT JOIN LATERAL unnest(t.aliases) AS a(value) ON true
GROUP BY t.tag_id
ORDER BY t.tag_id;

-- m02: For each tag with at least two aliases, return the tag id and its aliases as one array in alphabetical order.
SELECT t.tag_id, array_agg(aliases.value ORDER BY aliases.value) AS aliases
FROM tags AS t
    CROSS JOIN LATERAL unnest(t.aliases) AS aliases(value)
GROUP BY t.tag_id
HAVING count(*) >= 2
ORDER BY t.tag_id;

-- m03: How many live streams and how many clips offer the quality option 1080p? Return the two numbers in one row.
SELECT (
    SELECT count(*)
    FROM live_streams AS l
        JOIN (
            SELECT t.content_id, e.value
            FROM content AS t
                CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
            UNION ALL
            SELECT t.content_id, e.value
            FROM recorded_content AS t
                CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
            UNION ALL
            SELECT t.content_id, e.value
            FROM clips AS t
                CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
        ) AS q ON q.content_id = l.content_id
    WHERE q.value = '1080p'
) AS live_streams, (
    SELECT count(*)
    FROM clips AS c
        JOIN (
            SELECT t.content_id, e.value
            FROM content AS t
                CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
            UNION ALL
            SELECT t.content_id, e.value
            FROM recorded_content AS t
                CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
            UNION ALL
            SELECT t.content_id, e.value
            FROM clips AS t
                CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
        ) AS q ON q.content_id = c.content_id
    WHERE q.value = '1080p'
) AS clips
ORDER BY live_streams;

-- m04: Return the ids of the content items that offer the quality option 1080p but not 720p.
SELECT q.content_id
FROM (
    SELECT t.content_id, e.value
    FROM content AS t
        CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
    UNION ALL
    SELECT t.content_id, e.value
    FROM recorded_content AS t
        CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
    UNION ALL
    SELECT t.content_id, e.value
    FROM clips AS t
        CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
) AS q
WHERE q.value = '1080p'
    AND NOT EXISTS (
        SELECT 1
        FROM (
            SELECT t.content_id, e.value
            FROM content AS t
                CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
            UNION ALL
            SELECT t.content_id, e.value
            FROM recorded_content AS t
                CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
            UNION ALL
            SELECT t.content_id, e.value
            FROM clips AS t
                CROSS JOIN LATERAL jsonb_array_elements_text(t.quality_options) AS e(value)
        ) AS o
        WHERE o.content_id = q.content_id
            AND o.value = '720p'
    )
ORDER BY q.content_id;

-- m05: For each notification preference that any subscriber has, return the preference and the number of active subscribers who have it.
SELECT notification_preferences.value, count(s.account_id) AS n
FROM subscribers AS p
    CROSS JOIN LATERAL unnest(p.notification_preferences) AS notification_preferences(value)
    LEFT JOIN subscribers AS s ON s.account_id = p.account_id AND s.active
GROUP BY notification_preferences.value
ORDER BY notification_preferences.value;

-- m06: Return the ids of the active subscribers who have no notification preference.
SELECT s.account_id
FROM subscribers AS s
    LEFT JOIN LATERAL unnest(s.notification_preferences) AS p(value) ON true
WHERE s.active
    AND p.value IS NULL
ORDER BY s.account_id;

-- m07: For each consumer account with at least three watch history timestamps, return the account id and the latest of them.
SELECT c.account_id, max(w.watch_history_timestamp) AS latest
FROM accounts AS c
    JOIN consumer_accounts_watch_history_timestamps AS w ON w.account_id = c.account_id
WHERE c.type = 'ConsumerAccount'
GROUP BY c.account_id
HAVING count(*) >= 3
ORDER BY c.account_id;

-- m08: Return the ids of the consumer accounts that have no watch history timestamp in the year 2025.
SELECT c.account_id
FROM accounts AS c
WHERE c.type = 'ConsumerAccount'
    AND NOT EXISTS (
        SELECT 1
        FROM consumer_accounts_watch_history_timestamps AS w
        WHERE w.account_id = c.account_id
            AND w.watch_history_timestamp >= '2025-01-01'
            AND w.watch_history_timestamp < '2026-01-01'
    )
ORDER BY c.account_id;

-- m09: For each platform, return the platform, the number of streamers on it and the number of verified streamers on it.
SELECT streamers.platform, count(*) AS streamers, count(*) FILTER (WHERE accounts.verified) AS verified
FROM streamers
    JOIN accounts ON accounts.account_id = streamers.account_id
GROUP BY streamers.platform
ORDER BY platform;

-- m10: Return the ids of the verified creators who are not streamers.
SELECT c.account_id
FROM accounts AS c
    LEFT JOIN streamers AS s ON s.account_id = c.account_id
WHERE c.type = 'CreatorAccount'
    AND c.verified
    AND s.account_id IS NULL
ORDER BY c.account_id;

-- m11: For each platform that any streamer is on, return the platform and the number of clips derived from live streams hosted by streamers on that platform.
SELECT s.platform, count(d.content_id) AS n
FROM streamers AS s
    LEFT JOIN live_streams_hosted_by_ref AS h ON h.host_id = s.account_id
    LEFT JOIN clips AS d ON d.source_id = h.live_stream_id
GROUP BY s.platform
ORDER BY s.platform;

-- m12: How many creators have no bio, and how many of these own at least one channel? Return the two numbers in one row.
SELECT count(*) AS creators, count(o.owner_account_id) AS owners
FROM accounts AS c
    LEFT JOIN (
        SELECT DISTINCT owner_id AS owner_account_id
        FROM creator_accounts_owns
    ) AS o ON o.owner_account_id = c.account_id
WHERE c.type = 'CreatorAccount'
    AND c.bio IS NULL
ORDER BY creators;

-- m13: For each subscription tier, return the tier, the number of subscribers in it and the number of them whose age is unknown.
SELECT subscribers.subscription_tier,
    count(*) AS subscribers,
    count(*) FILTER (WHERE accounts.age IS NULL) AS unknown
FROM subscribers
    JOIN accounts ON accounts.account_id = subscribers.account_id
GROUP BY subscribers.subscription_tier
ORDER BY subscription_tier;

-- m14: For each resolution of recorded content, clips included, return the resolution and the largest number of chapter markers that any recorded content in that resolution has.
SELECT r.resolution, max(r.n) AS most
FROM (
    SELECT c.content_id, c.resolution, count(m.value) AS n
    FROM (
        SELECT content_id, resolution
        FROM recorded_content
        UNION ALL
        SELECT content_id, resolution
        FROM clips
    ) AS c
        LEFT JOIN (
            SELECT content_id, chapter_marker AS value
            FROM recorded_content_chapter_markers
            UNION ALL
            SELECT content_id, chapter_marker
            FROM clips_chapter_markers
        ) AS m ON m.content_id = c.content_id
    GROUP BY c.content_id, c.resolution
) AS r
GROUP BY r.resolution
ORDER BY r.resolution;

-- m15: How many live contents are live, and how many of these are live streams with chat enabled? Return the two numbers in one row.
SELECT count(*) AS live, count(s.content_id) FILTER (WHERE s.chat_enabled) AS with_chat
FROM live_content AS l
    LEFT JOIN live_streams AS s ON s.content_id = l.content_id
WHERE l.is_live
ORDER BY live;

-- m16: Return the ids of the recorded contents, clips included, whose file is larger than 6000 MB and that have no chapter markers.
SELECT r.content_id
FROM (
    SELECT content_id, file_size_mb
    FROM recorded_content
    UNION ALL
    SELECT content_id, file_size_mb
    FROM clips
) AS r
    LEFT JOIN (
        SELECT content_id
        FROM recorded_content_chapter_markers
        UNION ALL
        SELECT content_id
        FROM clips_chapter_markers
    ) AS m ON m.content_id = r.content_id
WHERE r.file_size_mb > 6000
    AND m.content_id IS NULL
ORDER BY r.content_id;

-- m17: For each theme in the preferences of consumer accounts, return the theme and the number of consumer accounts that prefer it. Leave accounts without preferences out.
SELECT preferences ->> 'theme' AS theme, count(*) AS n
FROM accounts
WHERE type = 'ConsumerAccount'
    AND preferences IS NOT NULL
GROUP BY preferences ->> 'theme'
ORDER BY theme;

-- m18: How many creators own exactly one channel, and how many own exactly two? Return the two numbers in one row.
SELECT count(*) FILTER (WHERE o.n = 1) AS one, count(*) FILTER (WHERE o.n = 2) AS two
FROM (
    SELECT owner_id AS owner_account_id, count(*) AS n
    FROM creator_accounts_owns
    GROUP BY owner_id
) AS o
ORDER BY one;

-- m19: Return the ids of the live contents, live streams included, whose scheduled start is in 2026.
SELECT content_id
FROM live_content
WHERE scheduled_start >= '2026-01-01'
    AND scheduled_start < '2027-01-01'
ORDER BY content_id;

-- m20: Return the ids of the consumer accounts that shared a clip which they have not viewed.
SELECT c.account_id
FROM accounts AS c
WHERE c.type = 'ConsumerAccount'
    AND EXISTS (
        SELECT 1
        FROM accounts_shared AS s
            LEFT JOIN consumer_accounts_viewed AS v ON v.viewer_id = s.sharer_id AND v.content_id = s.clip_id
        WHERE s.sharer_id = c.account_id
            AND v.viewer_id IS NULL
    )
ORDER BY c.account_id;

-- m21: Which 10 streamers have the highest average number of viewers? Return their ids and that average. Break ties by id ascending.
SELECT account_id, avg_viewers
FROM streamers
ORDER BY avg_viewers DESC, account_id
LIMIT 10;

-- m22: For each streamer who hosted at least one live stream with a known number of peak viewers, return the streamer's id and the highest number of peak viewers of any live stream that they hosted.
SELECT h.host_id AS host_account_id, max(l.peak_viewers) AS peak
FROM live_streams_hosted_by_ref AS h
    JOIN live_streams AS l ON l.content_id = h.live_stream_id
WHERE l.peak_viewers IS NOT NULL
GROUP BY h.host_id
ORDER BY h.host_id;

