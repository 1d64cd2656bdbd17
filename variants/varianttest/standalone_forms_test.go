package varianttest_test

import (
	"fmt"
	"testing"

	"ercheck/catalog"
	"ercheck/catalog/instance"
	"ercheck/variants"
	"ercheck/variants/standalone"
)

// forms are ways to write queries that random ones do not have: names that are
// not qualified, merged columns, positions, queries in FROM, outer joins of all
// sorts, windows, sets.
var forms = []string{
	`SELECT content_id FROM clip JOIN content_quality_options USING (content_id)`,
	`SELECT content_id, title FROM clip JOIN recorded_content USING (content_id, title) WHERE EXISTS (SELECT 1 FROM generate_series(1, 2) AS g WHERE g > 1)`,
	`SELECT account_id FROM account NATURAL JOIN streamer NATURAL LEFT JOIN creator_account`,
	`SELECT * FROM account JOIN creator_account USING (account_id)`,
	`SELECT a.*, c.bio FROM account a LEFT JOIN creator_account c USING (account_id)`,
	`SELECT n FROM (SELECT channel_channel_id AS x, count(*) AS n FROM published_on GROUP BY 1) s ORDER BY n DESC`,
	`SELECT n, x FROM (SELECT channel_channel_id AS x, count(*) AS n FROM published_on GROUP BY 1) s ORDER BY n DESC`,
	`SELECT n FROM (SELECT channel_channel_id AS x, count(*) AS n FROM published_on GROUP BY x) s ORDER BY n DESC`,
	`SELECT x AS z FROM (SELECT channel_channel_id AS x, count(*) AS n FROM published_on GROUP BY x) s ORDER BY n DESC`,
	`SELECT y, x FROM (SELECT type_count AS x, title AS y FROM (SELECT duration AS type_count, title FROM content) q GROUP BY 1, 2) s`,
	`SELECT y FROM (SELECT duration AS x, title AS y, count(*) AS n FROM content GROUP BY 1, 2) s`,
	`SELECT k FROM (SELECT 1 AS k, count(*) AS n FROM clip) s`,
	`SELECT k FROM (SELECT 1 AS k, count(*) AS n FROM clip) s ORDER BY n`,
	`SELECT b FROM (SELECT generate_series(1, 3) AS g, title AS b FROM clip) s`,
	`SELECT b, b AS c FROM (SELECT title AS b FROM clip) s`,
	`SELECT g AS p, g AS q FROM (SELECT generate_series(1, 3) AS g FROM clip) s`,
	`SELECT title FROM (SELECT title, row_number() OVER (ORDER BY content_id) AS r FROM clip) s ORDER BY r LIMIT 3`,
	`SELECT r FROM (SELECT title, row_number() OVER (ORDER BY content_id) AS r FROM clip) s`,
	`SELECT s.count FROM (SELECT count(*) FROM clip) s`,
	`SELECT count FROM (SELECT producer_account_id AS count, count(*) AS n FROM produced_by GROUP BY 1) s ORDER BY n, count`,
	`SELECT title FROM clip UNION SELECT title FROM live_stream ORDER BY title LIMIT 5`,
	`SELECT title FROM clip UNION ALL SELECT username FROM account ORDER BY 1`,
	`(SELECT title FROM clip ORDER BY content_id LIMIT 2) UNION ALL (SELECT name FROM tag ORDER BY tag_id LIMIT 2)`,
	`SELECT content_id, (SELECT count(*) FROM tagged_with WHERE content_content_id = content_id) FROM clip`,
	`SELECT content_id, (SELECT count(*) FROM content_quality_options q WHERE q.content_id = clip.content_id) AS n FROM clip ORDER BY n DESC, content_id LIMIT 4`,
	`SELECT username, (SELECT bio FROM creator_account c WHERE c.account_id = a.account_id) FROM account a`,
	`SELECT title FROM content WHERE content_id IN (SELECT content_content_id FROM tagged_with) AND content_id NOT IN (SELECT content_id FROM clip)`,
	`SELECT title, coalesce(duration, 0) FROM content c LEFT JOIN derived_from d ON d.clip_content_id = c.content_id WHERE d.source_content_id IS NULL`,
	`SELECT s.account_id, count(h.live_stream_content_id) FROM streamer s LEFT JOIN hosted_by h ON h.host_account_id = s.account_id GROUP BY s.account_id HAVING count(*) > 1`,
	`SELECT account_id AS id, count(*) FROM streamer LEFT JOIN hosted_by ON host_account_id = account_id GROUP BY id ORDER BY id`,
	`SELECT username AS type, count(*) FROM streamer GROUP BY type ORDER BY type`,
	`SELECT username AS bio, count(*) FROM account GROUP BY bio ORDER BY bio`,
	`SELECT max(username) AS type FROM streamer GROUP BY platform ORDER BY type`,
	`SELECT DISTINCT ON (platform) platform, account_id FROM streamer ORDER BY platform, account_id DESC`,
	`SELECT account_id, rank() OVER (PARTITION BY platform ORDER BY avg_viewers DESC NULLS LAST) AS r FROM streamer`,
	`SELECT account_id, sum(avg_viewers) OVER w FROM streamer WINDOW w AS (PARTITION BY platform ORDER BY account_id)`,
	`SELECT count(a) FROM account c LEFT JOIN streamer a USING (account_id)`,
	`SELECT count(a.*) FROM account c LEFT JOIN streamer a USING (account_id)`,
	`SELECT s.account_id, x.n FROM streamer s CROSS JOIN LATERAL (SELECT count(*) AS n FROM hosted_by h WHERE h.host_account_id = s.account_id) x`,
	`SELECT s.account_id, x.n FROM streamer s LEFT JOIN LATERAL (SELECT h.live_stream_content_id AS n FROM hosted_by h WHERE h.host_account_id = s.account_id ORDER BY 1 LIMIT 1) x ON true`,
	`SELECT x.id, x.d FROM (clip c LEFT JOIN derived_from d ON d.clip_content_id = c.content_id) AS x(id, t, ca, d)`,
	`SELECT (SELECT max(d) FROM (VALUES (1), (2)) v(d)) AS m, title FROM clip`,
	`WITH accounts AS (SELECT account_id FROM streamer) SELECT a.account_id, x.username FROM accounts a JOIN account x USING (account_id)`,
	`WITH content(content_id) AS (SELECT content_id FROM clip) SELECT content_id FROM content`,
	`WITH account AS (SELECT * FROM account WHERE username LIKE '%a%') SELECT count(*) FROM account`,
	`WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n, count(clip.content_id) FROM r LEFT JOIN clip ON clip.content_id > n GROUP BY n`,
	`SELECT q.value, count(*) FROM clip c JOIN content_quality_options q USING (content_id) GROUP BY q.value`,
	`SELECT c.content_id, q.value, w.value FROM content c LEFT JOIN content_quality_options q ON q.content_id = c.content_id AND q.value LIKE '%p' LEFT JOIN recorded_content_chapter_markers w ON w.content_id = c.content_id`,
	`SELECT c.content_id, count(q.content_id), count(DISTINCT q.content_id), count(q.value) FROM content c LEFT JOIN content_quality_options q ON q.content_id = c.content_id GROUP BY c.content_id`,
	`SELECT c.content_id, q.content_id FROM content c LEFT JOIN content_quality_options q ON q.content_id = c.content_id`,
	`SELECT c.content_id FROM content c LEFT JOIN content_quality_options q ON q.content_id = c.content_id WHERE q.content_id IS NULL`,
	`SELECT c.content_id, q.value FROM content_quality_options q RIGHT JOIN content c ON q.content_id = c.content_id`,
	`SELECT c.content_id, q.value FROM content_quality_options q FULL JOIN clip c ON q.content_id = c.content_id`,
	`SELECT r.content_id, c.start_offset, l.is_live FROM content r LEFT JOIN clip c ON c.content_id = r.content_id LEFT JOIN live_content l ON l.content_id = r.content_id`,
	`SELECT r.content_id, c.start_offset FROM content r LEFT JOIN clip c ON c.content_id = r.content_id AND c.start_offset > 5 WHERE c.content_id IS NULL OR c.end_offset > 10`,
	`SELECT r.content_id, d.source_content_id, ls.title FROM clip r LEFT JOIN (derived_from d JOIN live_stream ls ON ls.content_id = d.source_content_id) ON d.clip_content_id = r.content_id`,
	`SELECT r.content_id, ls.title FROM clip r LEFT JOIN derived_from d ON d.clip_content_id = r.content_id LEFT JOIN live_stream ls ON ls.content_id = d.source_content_id AND ls.chat_enabled`,
	`SELECT a.account_id, b.account_id FROM streamer a, streamer b WHERE a.platform = b.platform AND a.account_id < b.account_id`,
	`SELECT a.account_id FROM streamer a JOIN creator_account b ON a.account_id = b.account_id AND b.verified JOIN account c ON c.account_id = b.account_id WHERE c.created_at > '2020-01-01'`,
	`SELECT CASE WHEN s.account_id IS NULL THEN 'no' ELSE 'yes' END AS streams, count(*) FROM creator_account c LEFT JOIN streamer s ON s.account_id = c.account_id GROUP BY 1`,
	`SELECT CASE WHEN verified THEN 'v' END, count(*) FILTER (WHERE bio IS NULL) FROM creator_account GROUP BY verified`,
	`SELECT platform, count(*) FROM streamer GROUP BY ROLLUP (platform)`,
	`SELECT platform AS p, count(*) FROM streamer GROUP BY GROUPING SETS ((platform), ()) ORDER BY p`,
	`SELECT string_agg(name, ',' ORDER BY name) FROM tag`,
	`SELECT array(SELECT value FROM tag_aliases t WHERE t.tag_id = tag.tag_id ORDER BY 1), name FROM tag`,
	`SELECT account_id, watch_history.value FROM consumer_account_watch_history_timestamps AS watch_history`,
	`SELECT preferences ->> 'theme' AS theme, count(*) FROM consumer_account GROUP BY 1`,
	`SELECT preferences FROM subscriber`,
	`SELECT (preferences -> 'theme')::text FROM consumer_account`,
	`SELECT produced_by.producer_account_id, count(*) FROM content JOIN produced_by ON content.content_id = produced_by.content_content_id GROUP BY produced_by.producer_account_id ORDER BY count(*) DESC, 1 LIMIT 5`,
	`SELECT content.title FROM clip AS content`,
	`SELECT clip.title FROM clip, content WHERE clip.content_id = content.content_id`,
	`SELECT t.title FROM content AS t WHERE t.content_id = ANY (SELECT e.content_id FROM clip AS e)`,
	`SELECT e.title FROM clip AS e JOIN content AS t ON t.content_id = e.content_id JOIN content_quality_options AS e_value ON e_value.content_id = t.content_id`,
	`SELECT title FROM clip ORDER BY title FETCH FIRST 3 ROWS WITH TIES`,
	`SELECT account_id FROM subscriber WHERE active AND NOT EXISTS (SELECT FROM subscriber_notification_preferences p WHERE p.account_id = subscriber.account_id)`,
	`SELECT account_id FROM subscriber EXCEPT SELECT subscriber_account_id FROM subscribes_to`,
	`SELECT p.producer_account_id IS NULL, c.content_id FROM content c FULL JOIN produced_by p ON p.content_content_id = c.content_id AND c.duration > 10`,
	`SELECT count(*) FROM (SELECT DISTINCT producer_account_id FROM produced_by) AS x`,
	`SELECT x.username FROM (SELECT * FROM streamer) AS x WHERE x.verified`,
	`SELECT x.* FROM (SELECT s.*, 1 AS one FROM streamer s) AS x`,
	`SELECT extract(year FROM created_at) AS y, count(*) FROM account GROUP BY y`,
	`SELECT date_trunc('month', scheduled_start), count(*) FROM live_content GROUP BY 1`,
	`SELECT (a).username FROM account a`,
	`SELECT row(a.username, a.email) FROM account a`,
	`SELECT username FROM account WHERE (account_id, username) IN (SELECT account_id, username FROM streamer)`,
	`SELECT 'it''s', E'a\\n', U&'d\\0061' AS "quo""ted", "title" AS "SELECT" FROM clip`,
	`SELECT DISTINCT a.account_id FROM account a JOIN shared s ON a.account_id = s.sharer_account_id JOIN clip c ON c.content_id = s.clip_content_id JOIN derived_from USING (clip_content_id)`,
	`SELECT u.username, v.n FROM account u JOIN (SELECT viewer_account_id AS account_id, count(*) AS n FROM viewed GROUP BY 1) v USING (account_id)`,
	`SELECT account_id, n FROM account u LEFT JOIN (SELECT viewer_account_id AS account_id, count(*) AS n FROM viewed GROUP BY 1) v USING (account_id)`,
	`SELECT account_id FROM account JOIN streamer USING (account_id) WHERE EXISTS (SELECT 1 FROM generate_series(1, 50) AS g WHERE g = account_id)`,
	`SELECT username AS u, count(*) FROM account NATURAL JOIN streamer GROUP BY u`,
	`SELECT * FROM streamer NATURAL JOIN account`,
	`SELECT * FROM account FULL JOIN streamer USING (account_id) ORDER BY account_id`,
	`SELECT account_id FROM account FULL JOIN streamer USING (account_id)`,
	`SELECT j.account_id FROM (account JOIN streamer USING (account_id)) AS j`,
	`SELECT j.account_id FROM account JOIN streamer USING (account_id) AS j`,
	`SELECT * FROM (account a JOIN streamer s USING (account_id)) JOIN hosted_by h ON h.host_account_id = s.account_id`,
	`SELECT account_id, m FROM (SELECT account_id, max(avg_viewers) AS m, min(platform) AS p FROM streamer GROUP BY ROLLUP(account_id)) s`,
	`SELECT account_id AS a, account_id AS b FROM (SELECT account_id, count(*) AS n FROM streamer GROUP BY 1 HAVING count(*) > 0) s ORDER BY n, a`,
	`SELECT FROM (SELECT count(*) FROM clip) s`,
}

// TestStandaloneForms: queries of many forms say the same over the E/R views and
// as they are written for a variant, with views given way to tables and without.
func TestStandaloneForms(t *testing.T) {
	db := connect(t)
	d, err := catalog.Load("social")
	if err != nil {
		t.Fatal(err)
	}
	all, err := variants.Random(d.Model, 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	some := all.Variants
	for _, name := range []string{"full_sti", "full_concrete", "concrete_all_tables", "kitchen_sink"} {
		v, err := variants.Preset(d.Model, name, nil)
		if err != nil {
			t.Fatal(err)
		}
		some = append(some, v)
	}
	src, err := instance.New(d.Model, d.Profile, instance.Options{Kind: "adversarial", Scale: "tiny", Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range some {
		c := comparison{t: t, db: db, v: v, w: standalone.New(v.Layout)}
		c.load(src)
		for i, sql := range forms {
			c.compare(fmt.Sprint("form ", i), sql)
			c.inline(sql)
		}
		c.drop()
	}
}
