-- r01: For each department, compute the total number of employees in that department and the average number of orders processed per employee, rounded to two decimal places. Include all departments that have at least one employee. Order by average orders processed descending; break ties by department name ascending.
SELECT e.department, count(*) AS employees, round(avg(e.n), 2) AS average
FROM (
    SELECT m.user_id, m.department, count(p.cust_order_id) AS n
    FROM employees AS m
        LEFT JOIN cust_orders_processed_by AS p ON p.employee_id = m.user_id
    GROUP BY m.user_id, m.department
) AS e
GROUP BY e.department
ORDER BY average DESC, e.department;

-- r02: For each department, report the number of employees in that department, the total number of distinct products recommended by those employees, and the total number of distinct orders processed by those employees. Return one row per department. Order by department name ascending.
SELECT e.department,
    count(DISTINCT e.user_id) AS employees,
    count(DISTINCT r.product_id) AS products,
    count(DISTINCT p.cust_order_id) AS orders
FROM employees AS e
    LEFT JOIN employees_recommends AS r ON r.employee_id = e.user_id
    LEFT JOIN cust_orders_processed_by AS p ON p.employee_id = e.user_id
GROUP BY e.department
ORDER BY e.department;

-- r03: For each of the 1,000 Electronics products, report the number of distinct Software products installable on it and the number of distinct Media products that can stream to it. Order by the sum of the two counts descending; break ties by product name ascending.
SELECT e.product_id, count(DISTINCT i.software_id) AS software, count(DISTINCT s.media_id) AS media
FROM electronics AS e
    JOIN products ON products.product_id = e.product_id
    LEFT JOIN software_installable_on AS i ON i.electronics_id = e.product_id
    LEFT JOIN media_streams_to AS s ON s.electronics_id = e.product_id
GROUP BY e.product_id, products.name
ORDER BY count(DISTINCT i.software_id) + count(DISTINCT s.media_id) DESC, products.name;

-- r04: For each of the five concrete product types: Apparel, Accessories, Electronics, Media, and Software, report the total number of products of that type and the average price rounded to the nearest integer. Return one row per product type. Order by average price descending.
SELECT 'Apparel' AS kind, count(*) AS products, round(avg(products.price)) AS average
FROM apparel
    JOIN products ON products.product_id = apparel.product_id
UNION ALL
SELECT 'Accessories', count(*), round(avg(products.price))
FROM accessories
    JOIN products ON products.product_id = accessories.product_id
UNION ALL
SELECT 'Electronics', count(*), round(avg(products.price))
FROM electronics
    JOIN products ON products.product_id = electronics.product_id
UNION ALL
SELECT 'Media', count(*), round(avg(products.price))
FROM media
    JOIN products ON products.product_id = media.product_id
UNION ALL
SELECT 'Software', count(*), round(avg(products.price))
FROM software
    JOIN products ON products.product_id = software.product_id
ORDER BY average DESC NULLS LAST, kind;

-- r05: For every Accessories-Electronics pair, return the accessories product name, accessories category, accessories price, electronics product name, electronics model number, and electronics price. Order by accessories product name ascending, then by electronics product name ascending.
SELECT products.name,
    a.category,
    products.price,
    e_products.name AS electronics,
    e.model_no,
    e_products.price AS electronics_price
FROM accessories_compatible_with AS c
    JOIN accessories AS a ON a.product_id = c.accessories_id
    JOIN products ON products.product_id = a.product_id
    JOIN electronics AS e ON e.product_id = c.electronics_id
    JOIN products AS e_products ON e_products.product_id = e.product_id
ORDER BY products.name, e_products.name;

-- r06: List every customer who has downloaded at least one Software product. Return the customer’s first name, last name, email, loyalty points, and the count of distinct Software products they have downloaded. Order by download count descending; break ties by last name ascending.
SELECT users.first_name, users.last_name, users.email, c.loyalty_points, count(*) AS n
FROM customers AS c
    JOIN users ON users.user_id = c.user_id
    JOIN customers_downloaded AS d ON d.customer_id = c.user_id
    JOIN software AS s ON s.product_id = d.digital_product_id
GROUP BY c.user_id, users.first_name, users.last_name, users.email, c.loyalty_points
ORDER BY n DESC, users.last_name, c.user_id;

-- r07: List every customer who has placed at least 3 orders and written at least 2 reviews. Return the customer’s first name, last name, email, order count, and review count. Order by order count descending, then review count descending, then last name ascending.
SELECT users.first_name, users.last_name, users.email, o.n AS orders, r.n AS reviews
FROM customers AS c
    JOIN users ON users.user_id = c.user_id
    JOIN (
        SELECT customer_id AS customer_user_id, count(*) AS n
        FROM cust_orders_placed_by_ref
        GROUP BY customer_id
        HAVING count(*) >= 3
    ) AS o ON o.customer_user_id = c.user_id
    JOIN (
        SELECT customer_id AS customer_user_id, count(*) AS n
        FROM reviews_written_by_ref
        GROUP BY customer_id
        HAVING count(*) >= 2
    ) AS r ON r.customer_user_id = c.user_id
ORDER BY orders DESC, reviews DESC, users.last_name, c.user_id;

-- r08: List every review that has a rating of exactly 5. Return the reviewer’s first name, last name, the name of the reviewed product, and the review body text. Order by reviewer last name ascending, then reviewer first name ascending.
SELECT users.first_name, users.last_name, p.name, r.body
FROM reviews AS r
    JOIN reviews_written_by_ref AS w ON w.review_id = r.review_id
    JOIN users ON users.user_id = w.customer_id
    JOIN reviews_reviews_ref AS v ON v.review_id = r.review_id
    JOIN products AS p ON p.product_id = v.product_id
WHERE r.rating = 5
ORDER BY users.last_name, users.first_name, r.review_id;

-- r09: List the 3 Apparel items that are paired with the greatest number of distinct Accessories items. Return the apparel product name, category, available sizes array, and the count of accessories it is paired with. Order by accessories count descending; break ties by product name ascending.
SELECT products.name, a.category, ARRAY(
    SELECT s.avail_size
    FROM apparel_avail_sizes AS s
    WHERE s.product_id = a.product_id
    ORDER BY s.avail_size
) AS avail_sizes, count(*) AS n
FROM apparel AS a
    JOIN products ON products.product_id = a.product_id
    JOIN apparel_paired_with AS w ON w.apparel_id = a.product_id
GROUP BY a.product_id, products.name, a.category
ORDER BY n DESC, name, category, avail_sizes
LIMIT 3;

-- r10: List the 5 customers with the highest loyalty point totals among those who have written at least one review. Return the customer’s first name, last name, email, loyalty points, and their total review count. Order by loyalty points descending; break ties by last name ascending.
SELECT users.first_name, users.last_name, users.email, c.loyalty_points, count(*) AS n
FROM customers AS c
    JOIN users ON users.user_id = c.user_id
    JOIN reviews_written_by_ref AS w ON w.customer_id = c.user_id
GROUP BY c.user_id, users.first_name, users.last_name, users.email, c.loyalty_points
ORDER BY loyalty_points DESC, last_name, first_name, email, n
LIMIT 5;

-- r11: List the 5 customers with the highest total spend. Define total spend as the sum of the prices of all products that appear in orders the customer has placed: for each order the customer has placed, add the price of every product in that order (a product appearing in two different orders of the same customer is counted twice, once per order). Return the customer’s first name, last name, email, loyalty points, and total spend. Order by total spend descending; break ties by last name ascending.
SELECT users.first_name, users.last_name, users.email, c.loyalty_points, sum(p.price) AS spend
FROM customers AS c
    JOIN users ON users.user_id = c.user_id
    JOIN cust_orders_placed_by_ref AS o ON o.customer_id = c.user_id
    JOIN cust_orders_contains AS i ON i.cust_order_id = o.cust_order_id
    JOIN products AS p ON p.product_id = i.product_id
GROUP BY c.user_id, users.first_name, users.last_name, users.email, c.loyalty_points
ORDER BY spend DESC, last_name, first_name, email, loyalty_points
LIMIT 5;

-- r12: List the 5 employees who have processed the highest number of distinct orders. Return the employee’s full name, department, role, and the count of orders they have processed. Order by order count descending; break ties by employee name ascending.
SELECT (users.first_name || ' ') || users.last_name AS full_name, e.department, e.role, count(*) AS n
FROM employees AS e
    JOIN users ON users.user_id = e.user_id
    JOIN cust_orders_processed_by AS p ON p.employee_id = e.user_id
GROUP BY e.user_id, users.first_name, users.last_name, e.department, e.role
ORDER BY n DESC, full_name, department, role
LIMIT 5;

-- r13: List the 5 employees whose recommended products span the greatest number of distinct product types, where product type is one of: Apparel, Accessories, Electronics, Media, Software. Return the employee’s full name, department, role, the count of distinct product types represented in their recommendations, and their total number of recommended products. Order by distinct product type count descending; break ties by total recommended products descending, then by employee name ascending.
SELECT (users.first_name || ' ') || users.last_name AS full_name,
    e.department,
    e.role,
    count(DISTINCT t.kind) AS types,
    count(*) AS total
FROM employees AS e
    JOIN users ON users.user_id = e.user_id
    JOIN employees_recommends AS r ON r.employee_id = e.user_id
    LEFT JOIN (
        SELECT 'Apparel' AS kind, product_id
        FROM apparel
        UNION ALL
        SELECT 'Accessories', product_id
        FROM accessories
        UNION ALL
        SELECT 'Electronics', product_id
        FROM electronics
        UNION ALL
        SELECT 'Media', product_id
        FROM media
        UNION ALL
        SELECT 'Software', product_id
        FROM software
    ) AS t ON t.product_id = r.product_id
GROUP BY e.user_id, users.first_name, users.last_name, e.department, e.role
ORDER BY types DESC, total DESC, full_name, department, role
LIMIT 5;

-- r14: List the 5 most expensive Electronics products by price. Return the product name, model number, price, and the list of supported standards. Order by price descending; break ties by product name ascending.
SELECT products.name, e.model_no, products.price, ARRAY(
    SELECT s.standard
    FROM electronics_standards AS s
    WHERE s.product_id = e.product_id
    ORDER BY s.standard
) AS standards
FROM electronics AS e
    JOIN products ON products.product_id = e.product_id
ORDER BY price DESC, name, model_no, standards
LIMIT 5;

-- r15: List the 5 Software products that are installable on the greatest number of distinct Electronics items. Return the software name, version, price, and compatible electronics count. Order by compatible electronics count descending; break ties by software name ascending.
SELECT products.name, s.version, products.price, count(*) AS n
FROM software AS s
    JOIN products ON products.product_id = s.product_id
    JOIN software_installable_on AS i ON i.software_id = s.product_id
GROUP BY s.product_id, products.name, s.version, products.price
ORDER BY n DESC, name, version, price
LIMIT 5;

-- m01: For each tag that any product carries, return the tag and the number of products that carry it.
SELECT tag AS value, count(*) AS n
FROM products_tags
GROUP BY tag
ORDER BY value;

-- m02: Return the ids of the products that carry the tag sale but not the tag new.
SELECT t.product_id
FROM products_tags AS t
WHERE t.tag = 'sale'
    AND NOT EXISTS (
        SELECT 1
        FROM products_tags AS o
        WHERE o.product_id = t.product_id
            AND o.tag = 'new'
    )
ORDER BY t.product_id;

-- m03: For each material of physical products, return the material, the number of physical products of it and the number of these without dimensions.
SELECT material, count(*) AS products, count(*) - count(dimensions) AS without
FROM physical_products
GROUP BY material
ORDER BY material;

-- m04: For each format of digital products, return the format, the number of digital products in it and the highest price among them.
SELECT digital_products.format, count(*) AS products, max(products.price) AS highest
FROM digital_products
    JOIN products ON products.product_id = digital_products.product_id
GROUP BY digital_products.format
ORDER BY format;

-- m05: Return the ids of the users who have no phone number.
SELECT u.user_id
FROM users AS u
    LEFT JOIN users_phone_no AS p ON p.user_id = u.user_id
WHERE p.user_id IS NULL
ORDER BY u.user_id;

-- m06: For each employee, return the employee's first name, last name, email, and all phone numbers as one array in ascending order. Employees without a phone number have an empty array.
SELECT users.first_name, users.last_name, users.email, ARRAY(
    SELECT p.phone_no
    FROM users_phone_no AS p
    WHERE p.user_id = e.user_id
    ORDER BY p.phone_no
) AS phones
FROM employees AS e
    JOIN users ON users.user_id = e.user_id
ORDER BY e.user_id;

-- m07: Return the ids of the Apparel items that are available in size L but not in size M.
SELECT s.product_id
FROM apparel_avail_sizes AS s
WHERE s.avail_size = 'L'
    AND NOT EXISTS (
        SELECT 1
        FROM apparel_avail_sizes AS o
        WHERE o.product_id = s.product_id
            AND o.avail_size = 'M'
    )
ORDER BY s.product_id;

-- m08: For each standard, return the standard, the number of Electronics products that support it and their average price rounded to two decimal places.
SELECT s.standard AS value, count(*) AS products, round(avg(products.price), 2) AS average
FROM electronics_standards AS s
    JOIN products ON products.product_id = s.product_id
GROUP BY s.standard
ORDER BY s.standard;

-- m09: For each platform of Software products, return the platform and the number of distinct customers who have downloaded at least one Software product for it.
SELECT p.platform AS value, count(DISTINCT d.customer_id) AS n
FROM software_platforms AS p
    LEFT JOIN customers_downloaded AS d ON d.digital_product_id = p.product_id
GROUP BY p.platform
ORDER BY p.platform;

-- m10: Return the ids of the Software products that run on at least three platforms.
SELECT product_id
FROM software_platforms
GROUP BY product_id
HAVING count(*) >= 3
ORDER BY product_id;

-- m11: Return the ids of the customers who have reviewed a digital product without having downloaded it.
SELECT c.user_id
FROM customers AS c
WHERE EXISTS (
    SELECT 1
    FROM reviews_written_by_ref AS w
        JOIN reviews_reviews_ref AS r ON r.review_id = w.review_id
        JOIN digital_products AS p ON p.product_id = r.product_id
        LEFT JOIN customers_downloaded AS d ON d.customer_id = w.customer_id
            AND d.digital_product_id = p.product_id
    WHERE w.customer_id = c.user_id
        AND d.customer_id IS NULL
)
ORDER BY c.user_id;

-- m12: Return the ids of the products that appear in no order.
SELECT p.product_id
FROM products AS p
    LEFT JOIN cust_orders_contains AS c ON c.product_id = p.product_id
WHERE c.product_id IS NULL
ORDER BY p.product_id;

-- m13: For each employee, return the employee's id and the number of distinct customers whose orders the employee has processed.
SELECT e.user_id, count(DISTINCT o.customer_id) AS n
FROM employees AS e
    LEFT JOIN cust_orders_processed_by AS p ON p.employee_id = e.user_id
    LEFT JOIN cust_orders_placed_by_ref AS o ON o.cust_order_id = p.cust_order_id
GROUP BY e.user_id
ORDER BY e.user_id;

-- m14: Return the ids of the Electronics products to which at least one Media product streams but on which no Software product is installable.
SELECT e.product_id
FROM electronics AS e
WHERE EXISTS (
    SELECT 1
    FROM media_streams_to AS s
    WHERE s.electronics_id = e.product_id
)
    AND NOT EXISTS (
        SELECT 1
        FROM software_installable_on AS i
        WHERE i.electronics_id = e.product_id
    )
ORDER BY e.product_id;

-- m15: For each category of Accessories, return the category, the number of Accessories in it and the number of distinct Apparel items paired with any of them.
SELECT a.category, count(DISTINCT a.product_id) AS accessories, count(DISTINCT w.apparel_id) AS apparel
FROM accessories AS a
    LEFT JOIN apparel_paired_with AS w ON w.accessories_id = a.product_id
GROUP BY a.category
ORDER BY a.category;

-- m16: Which 10 products have the largest number of reviews? Return their ids and the number of reviews. Break ties by id ascending.
SELECT r.product_id, count(*) AS n
FROM reviews_reviews_ref AS r
    JOIN products AS p ON p.product_id = r.product_id
GROUP BY r.product_id, p.name
ORDER BY n DESC, product_id
LIMIT 10;

-- m17: For each customer who placed at least one order in 2025, return the customer's id and the time of the latest of these orders.
SELECT p.customer_id AS customer_user_id, max(o.placed_at) AS latest
FROM cust_orders_placed_by_ref AS p
    JOIN cust_orders AS o ON o.order_id = p.cust_order_id
WHERE o.placed_at >= '2025-01-01'
    AND o.placed_at < '2026-01-01'
GROUP BY p.customer_id
ORDER BY p.customer_id;

-- m18: For each role of employees, return the role, the number of employees in it and the earliest hire date among them.
SELECT role, count(*) AS employees, min(hire_date) AS earliest
FROM employees
GROUP BY role
ORDER BY role;

-- m19: How many Accessories are compatible with exactly one Electronics product, and how many with exactly two? Return the two numbers in one row.
SELECT count(*) FILTER (WHERE c.n = 1) AS one, count(*) FILTER (WHERE c.n = 2) AS two
FROM (
    SELECT accessories_id AS accessories_product_id, count(*) AS n
    FROM accessories_compatible_with
    GROUP BY accessories_id
) AS c
ORDER BY one;

-- m20: For each last name that more than one user has, return the last name and the number of users who have it.
SELECT last_name, count(*) AS n
FROM users
GROUP BY last_name
HAVING count(*) > 1
ORDER BY last_name;

-- m21: For each Media product that streams to at least one Electronics product, return the product's id, its duration and the number of Electronics products it streams to.
SELECT m.product_id, m.duration, count(*) AS n
FROM media AS m
    JOIN media_streams_to AS s ON s.media_id = m.product_id
GROUP BY m.product_id, m.duration
ORDER BY m.product_id;

-- m22: Return the ids of the physical products, of whatever kind, that are made of plastic and of which fewer than 100 are in stock.
SELECT physical_products.product_id
FROM physical_products
    JOIN products ON products.product_id = physical_products.product_id
WHERE physical_products.material = 'plastic'
    AND products.quantity < 100
ORDER BY product_id;

