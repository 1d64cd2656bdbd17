CREATE TYPE l_cntn_dtl_v2_typ_cd AS ENUM (
    'LiveContent',
    'LiveStream'
);

CREATE TYPE r_cntn_dtl_typ_cd AS ENUM (
    'RecordedContent',
    'Clip'
);

CREATE TABLE acnt_mstr_v2 (
    a_id integer NOT NULL,
    usrn_tx text NOT NULL,
    eml_tx text NOT NULL,
    cr_at_dt timestamp with time zone NOT NULL
);

CREATE TABLE c_acnt_dtl (
    a_id integer NOT NULL,
    typ_cd text NOT NULL,
    b_tx text,
    flg_vrfd boolean NOT NULL,
    pltf_tx text,
    av_vwr_nr integer
);

CREATE TABLE co_acnt_dtl (
    a_id integer NOT NULL,
    typ_cd text NOT NULL,
    prfr_js jsonb NOT NULL,
    ag_nr integer,
    wa_hi_tmst_js jsonb NOT NULL,
    ss_tr_tx text,
    flg_actv boolean,
    n_prfr_lst text[]
);

CREATE TABLE cntn_mstr (
    cn_id integer NOT NULL,
    tl_tx text NOT NULL,
    cr_at_dt timestamp with time zone NOT NULL,
    drtn_nr integer NOT NULL,
    q_optn_lst text[] NOT NULL,
    pr_id integer NOT NULL
);

CREATE TABLE l_cntn_dtl_v2 (
    cn_id integer NOT NULL,
    typ_cd l_cntn_dtl_v2_typ_cd NOT NULL,
    sc_strt_dt timestamp with time zone NOT NULL,
    flg_i_lv boolean NOT NULL,
    pa_vwr_nr integer,
    flg_ct_enbl boolean,
    ho_id integer
);

CREATE TABLE r_cntn_dtl (
    cn_id integer NOT NULL,
    typ_cd r_cntn_dtl_typ_cd NOT NULL,
    fi_si_mb_amt numeric(10,2) NOT NULL,
    rslt_tx text NOT NULL,
    ca_mrkr_js jsonb NOT NULL,
    sr_ofst_nr integer,
    ed_ofst_nr integer,
    so_id integer
);

CREATE TABLE chnl_mstr (
    ch_id integer NOT NULL,
    nm_tx text NOT NULL,
    dscr_tx text,
    cr_at_dt timestamp with time zone NOT NULL
);

CREATE TABLE tg_mstr (
    t_id integer NOT NULL,
    nm_tx text NOT NULL,
    als_lst text[] NOT NULL
);

CREATE TABLE cn_pu_on_xref (
    cn_id integer NOT NULL,
    ch_id integer NOT NULL
);

CREATE TABLE cn_ta_wth_xref (
    cn_id integer NOT NULL,
    t_id integer NOT NULL
);

CREATE TABLE c_a_own_xref (
    on_id integer NOT NULL,
    ch_id integer NOT NULL
);

CREATE TABLE co_a_vwd_xref (
    vi_id integer NOT NULL,
    cn_id integer NOT NULL
);

CREATE TABLE su_sb_t_xref (
    su_id integer NOT NULL,
    c_id integer NOT NULL
);

CREATE TABLE a_shrd_xref (
    sa_id integer NOT NULL,
    cl_id integer NOT NULL
);

ALTER TABLE ONLY acnt_mstr_v2
    ADD CONSTRAINT acnt_mstr_v2_pkey PRIMARY KEY (a_id);

ALTER TABLE ONLY acnt_mstr_v2
    ADD CONSTRAINT acnt_mstr_v2_usrn_tx_key UNIQUE (usrn_tx);

ALTER TABLE ONLY acnt_mstr_v2
    ADD CONSTRAINT acnt_mstr_v2_eml_tx_key UNIQUE (eml_tx);

ALTER TABLE ONLY c_acnt_dtl
    ADD CONSTRAINT c_acnt_dtl_pkey PRIMARY KEY (a_id);

ALTER TABLE ONLY co_acnt_dtl
    ADD CONSTRAINT co_acnt_dtl_pkey PRIMARY KEY (a_id);

ALTER TABLE ONLY cntn_mstr
    ADD CONSTRAINT cntn_mstr_pkey PRIMARY KEY (cn_id);

ALTER TABLE ONLY l_cntn_dtl_v2
    ADD CONSTRAINT l_cntn_dtl_v2_pkey PRIMARY KEY (cn_id);

ALTER TABLE ONLY r_cntn_dtl
    ADD CONSTRAINT r_cntn_dtl_pkey PRIMARY KEY (cn_id);

ALTER TABLE ONLY chnl_mstr
    ADD CONSTRAINT chnl_mstr_pkey PRIMARY KEY (ch_id);

ALTER TABLE ONLY chnl_mstr
    ADD CONSTRAINT chnl_mstr_nm_tx_key UNIQUE (nm_tx);

ALTER TABLE ONLY tg_mstr
    ADD CONSTRAINT tg_mstr_pkey PRIMARY KEY (t_id);

ALTER TABLE ONLY tg_mstr
    ADD CONSTRAINT tg_mstr_nm_tx_key UNIQUE (nm_tx);

ALTER TABLE ONLY cn_pu_on_xref
    ADD CONSTRAINT cn_pu_on_xref_pkey PRIMARY KEY (cn_id, ch_id);

ALTER TABLE ONLY cn_ta_wth_xref
    ADD CONSTRAINT cn_ta_wth_xref_pkey PRIMARY KEY (cn_id, t_id);

ALTER TABLE ONLY c_a_own_xref
    ADD CONSTRAINT c_a_own_xref_pkey PRIMARY KEY (on_id, ch_id);

ALTER TABLE ONLY co_a_vwd_xref
    ADD CONSTRAINT co_a_vwd_xref_pkey PRIMARY KEY (vi_id, cn_id);

ALTER TABLE ONLY su_sb_t_xref
    ADD CONSTRAINT su_sb_t_xref_pkey PRIMARY KEY (su_id, c_id);

ALTER TABLE ONLY a_shrd_xref
    ADD CONSTRAINT a_shrd_xref_pkey PRIMARY KEY (sa_id, cl_id);

ALTER TABLE ONLY c_acnt_dtl
    ADD CONSTRAINT c_acnt_dtl_a_id_fkey FOREIGN KEY (a_id) REFERENCES acnt_mstr_v2(a_id);

ALTER TABLE ONLY co_acnt_dtl
    ADD CONSTRAINT co_acnt_dtl_a_id_fkey FOREIGN KEY (a_id) REFERENCES acnt_mstr_v2(a_id);

ALTER TABLE ONLY cntn_mstr
    ADD CONSTRAINT cntn_mstr_pr_id_fkey FOREIGN KEY (pr_id) REFERENCES c_acnt_dtl(a_id);

ALTER TABLE ONLY l_cntn_dtl_v2
    ADD CONSTRAINT l_cntn_dtl_v2_cn_id_fkey FOREIGN KEY (cn_id) REFERENCES cntn_mstr(cn_id);

ALTER TABLE ONLY l_cntn_dtl_v2
    ADD CONSTRAINT l_cntn_dtl_v2_ho_id_fkey FOREIGN KEY (ho_id) REFERENCES c_acnt_dtl(a_id);

ALTER TABLE ONLY r_cntn_dtl
    ADD CONSTRAINT r_cntn_dtl_cn_id_fkey FOREIGN KEY (cn_id) REFERENCES cntn_mstr(cn_id);

ALTER TABLE ONLY r_cntn_dtl
    ADD CONSTRAINT r_cntn_dtl_so_id_fkey FOREIGN KEY (so_id) REFERENCES l_cntn_dtl_v2(cn_id);

ALTER TABLE ONLY cn_pu_on_xref
    ADD CONSTRAINT cn_pu_on_xref_cn_id_fkey FOREIGN KEY (cn_id) REFERENCES cntn_mstr(cn_id);

ALTER TABLE ONLY cn_pu_on_xref
    ADD CONSTRAINT cn_pu_on_xref_ch_id_fkey FOREIGN KEY (ch_id) REFERENCES chnl_mstr(ch_id);

ALTER TABLE ONLY cn_ta_wth_xref
    ADD CONSTRAINT cn_ta_wth_xref_cn_id_fkey FOREIGN KEY (cn_id) REFERENCES cntn_mstr(cn_id);

ALTER TABLE ONLY cn_ta_wth_xref
    ADD CONSTRAINT cn_ta_wth_xref_t_id_fkey FOREIGN KEY (t_id) REFERENCES tg_mstr(t_id);

ALTER TABLE ONLY c_a_own_xref
    ADD CONSTRAINT c_a_own_xref_on_id_fkey FOREIGN KEY (on_id) REFERENCES c_acnt_dtl(a_id);

ALTER TABLE ONLY c_a_own_xref
    ADD CONSTRAINT c_a_own_xref_ch_id_fkey FOREIGN KEY (ch_id) REFERENCES chnl_mstr(ch_id);

ALTER TABLE ONLY co_a_vwd_xref
    ADD CONSTRAINT co_a_vwd_xref_vi_id_fkey FOREIGN KEY (vi_id) REFERENCES co_acnt_dtl(a_id);

ALTER TABLE ONLY co_a_vwd_xref
    ADD CONSTRAINT co_a_vwd_xref_cn_id_fkey FOREIGN KEY (cn_id) REFERENCES cntn_mstr(cn_id);

ALTER TABLE ONLY su_sb_t_xref
    ADD CONSTRAINT su_sb_t_xref_su_id_fkey FOREIGN KEY (su_id) REFERENCES co_acnt_dtl(a_id);

ALTER TABLE ONLY su_sb_t_xref
    ADD CONSTRAINT su_sb_t_xref_c_id_fkey FOREIGN KEY (c_id) REFERENCES c_acnt_dtl(a_id);

ALTER TABLE ONLY a_shrd_xref
    ADD CONSTRAINT a_shrd_xref_sa_id_fkey FOREIGN KEY (sa_id) REFERENCES acnt_mstr_v2(a_id);

ALTER TABLE ONLY a_shrd_xref
    ADD CONSTRAINT a_shrd_xref_cl_id_fkey FOREIGN KEY (cl_id) REFERENCES r_cntn_dtl(cn_id);
