-- Standard names: the current consent of an account, and the statement of each proof.
alter table consent_standing rename to current_consent;
alter table current_consent rename constraint consent_standing_pkey to current_consent_pkey;
alter table current_consent rename constraint consent_standing_account_id_fkey to current_consent_account_id_fkey;
alter index consent_standing_of_visit rename to current_consent_of_visit;
alter table consent_record rename column said to statement;
