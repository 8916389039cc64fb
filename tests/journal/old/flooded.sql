BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('r0001');
CREATE TABLE baselines (
	account VARCHAR NOT NULL, 
	uid_validity BIGINT NOT NULL, 
	uid_next BIGINT NOT NULL, 
	moment DATETIME NOT NULL, 
	since DATETIME, 
	CONSTRAINT pk_baselines PRIMARY KEY (account)
);
CREATE TABLE blobs (
	sha256 VARCHAR NOT NULL, 
	data BLOB NOT NULL, 
	CONSTRAINT pk_blobs PRIMARY KEY (sha256)
);
CREATE TABLE causes (
	cause VARCHAR NOT NULL, 
	recorded_at DATETIME NOT NULL, 
	CONSTRAINT pk_causes PRIMARY KEY (cause)
);
INSERT INTO "causes" VALUES('begin:yerres','2026-12-07 12:00:00.000000');
INSERT INTO "causes" VALUES('open:yerres:1:0','2026-12-07 12:00:00.000000');
INSERT INTO "causes" VALUES('mail:da94082f373c9b14bd352172aa07ade389f201cc42ec0ad9057927f90c4e9bda','2026-12-11 09:00:00.000000');
INSERT INTO "causes" VALUES('reminder:1:2026-12-11:yerres','2026-12-11 09:00:00.000000');
INSERT INTO "causes" VALUES('strangers:1','2026-12-11 09:00:00.000000');
INSERT INTO "causes" VALUES('mail:7e8d26480da520f714db21c94c9371ac30e4c409f38eaa900b970d858b8a36c2','2026-12-11 09:01:00.000000');
INSERT INTO "causes" VALUES('strangers:2','2026-12-11 09:01:00.000000');
INSERT INTO "causes" VALUES('mail:104428be8783e7aa757bd9953294050b15743da24f5fbdb7f1f1f1aa42e35d62','2026-12-11 09:02:00.000000');
INSERT INTO "causes" VALUES('mail:d8ac85e09b454fc07cd7491b72a001828ffa95f84dfdd0bac743260d754adf97','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:a1939f7e5b01ba3205d1c6d96cf59287a9339488c973f56672c0bd77f2463b87','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:56ead4ddbaf746a2c6e5ac3eaf817bf7c5583586c38004dba10920b5f40bf807','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:72ab8121a94d2245292622d4f802c1137eb45eb1e4f4f611196621feefdd5a78','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:32fec8fe90a001007653e0e7427c3d028fc6c5733d58029843ed86b742a442c2','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:3cd7134595995121de0aaa23fc8adc452abf1d7a4ad4cbd75556eab646c3f368','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:d6c7a64fa346a05ba92bec512cb16fc32bde90aa0cdaf53f63b98fc39cbe8c59','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:546eead17e9ca0ff115676bb23ffd80d25741cfadc2e4f745bdcea313607a913','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:a3aa2d64e534b479983a96a225713dcf148df77433b8b5dabc047ed5a0029ef2','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:dc62a7fb84f3d228f5453b7fcac7a5014e9f7246f954baf6c3759dabd191c1b2','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:abf0d8348648c4504a46b2e2960aa1c9dc38484445b5e74c218dd31c0adcdbe6','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:bb5326aa917bd2b85f4a7691fcd69da852722394f12bfa77e2a8a4b4669d4c65','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:e04d26853fa425128cca4bcacdde0329cb5267d18bda81edaa4a374566b79431','2026-12-11 09:04:00.000000');
INSERT INTO "causes" VALUES('mail:104463a7322c1ce584276eb5fc106c009f599fdf6b82f8135bde3cb4c0332a1a','2026-12-11 09:04:00.000000');
CREATE TABLE events (
	game VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	payload TEXT NOT NULL, 
	cause VARCHAR NOT NULL, 
	recorded_at DATETIME NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (game, number), 
	CONSTRAINT fk_events_cause FOREIGN KEY(cause) REFERENCES causes (cause), 
	CONSTRAINT fk_events_game FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "events" VALUES('yerres',1,'GameOpened',1,'{"id":"yerres","title":"1-Zug-Scrabble Yerres","variant":"dottendorf-1zug","rules":{"letters":8,"letters_first":7,"most_tiles":null,"plays":1,"moves":null,"counts":"first","bonus":{"points":50,"_type":"BonusForAll"},"extended":"premiums","start":null,"swap":true,"ties":["lot"],"late_joiner":"lowest","names":true,"accents":"refuse","axes":"columns","vowels":"A\u00c4EIO\u00d6U\u00dc","min_vowels":[],"min_consonants":[],"end":"final_round"},"board":{"cells":"................................................................................................................................................................................................................................."},"first_round":1,"commitment":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd","lexicon":"german-wordlist (tanglet-data 1.6.10)","lexicon_sha256":"f216aa8997b2e3aa7640b3c6d3bd3f6f90328aa28e5f6aaf517c54f6c8872b7c","is_taken_over":false}','begin:yerres','2026-12-07 12:00:00.000000');
INSERT INTO "events" VALUES('yerres',2,'PlayerJoined',1,'{"name":"Max Mustermann","addresses":["max@example.org"],"total":0,"missed":0,"is_late":false,"is_configured":true}','begin:yerres','2026-12-07 12:00:00.000000');
INSERT INTO "events" VALUES('yerres',3,'PlayerJoined',1,'{"name":"Eva Muster","addresses":["eva@example.org"],"total":0,"missed":0,"is_late":false,"is_configured":true}','begin:yerres','2026-12-07 12:00:00.000000');
INSERT INTO "events" VALUES('yerres',4,'LettersDrawn',1,'{"number":1,"draw":{"drawn":"ABEENRT","returned":"","rack":"ABEENRT","bag":"AAAA\u00c4BCCDDDDEEEEEEEEEEEEEFFGGGHHHHIIIIIIJKKLLLMMMMNNNNNNNNOOO\u00d6PQRRRRRSSSSSSSTTTTTUUUUUU\u00dcVWXYZ??","redraws":0,"is_relaxed":false,"by_hand":true},"at":"2026-12-07T12:00:00+00:00"}','open:yerres:1:0','2026-12-07 12:00:00.000000');
INSERT INTO "events" VALUES('yerres',5,'RoundOpened',1,'{"number":1,"deadline":"2026-12-11T19:00:00+00:00","rules":{"letters":8,"letters_first":7,"most_tiles":null,"plays":1,"moves":null,"counts":"first","bonus":{"points":50,"_type":"BonusForAll"},"extended":"premiums","start":null,"swap":true,"ties":["lot"],"late_joiner":"lowest","names":true,"accents":"refuse","axes":"columns","vowels":"A\u00c4EIO\u00d6U\u00dc","min_vowels":[],"min_consonants":[],"end":"final_round"},"is_final":false,"at":"2026-12-07T12:00:00+00:00"}','open:yerres:1:0','2026-12-07 12:00:00.000000');
INSERT INTO "events" VALUES('yerres',6,'SettingSpent',1,'{"number":1,"key":"deadline","value":"2026-12-11T20:00:00+01:00"}','open:yerres:1:0','2026-12-07 12:00:00.000000');
INSERT INTO "events" VALUES('yerres',7,'SettingSpent',1,'{"number":1,"key":"letters","value":"ABEENRT"}','open:yerres:1:0','2026-12-07 12:00:00.000000');
INSERT INTO "events" VALUES('yerres',8,'Noted',1,'{"what":"reminder:1:2026-12-11","at":"2026-12-11T09:00:00+00:00"}','reminder:1:2026-12-11:yerres','2026-12-11 09:00:00.000000');
INSERT INTO "events" VALUES('yerres',9,'MoveEntered',1,'{"player":"Eva Muster","number":1,"received":"2026-12-11T09:00:00+00:00","mail":"da94082f373c9b14bd352172aa07ade3","moves":[{"move":{"plays":[{"square":[7,7],"direction":"across","word":"RABEN","span":{"line":2,"column":1,"text":"H8w RABEN"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":null,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":2,"column":1,"text":"H8w RABEN"}}]}','mail:104428be8783e7aa757bd9953294050b15743da24f5fbdb7f1f1f1aa42e35d62','2026-12-11 09:02:00.000000');
INSERT INTO "events" VALUES('yerres',10,'MoveEntered',1,'{"player":"Max Mustermann","number":1,"received":"2026-12-11T09:04:00+00:00","mail":"d6c7a64fa346a05ba92bec512cb16fc3","moves":[{"move":{"plays":[{"square":[7,7],"direction":"across","word":"RABEN","span":{"line":1,"column":1,"text":"H8w RABEN"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":null,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":1,"column":1,"text":"H8w RABEN"}}]}','mail:d6c7a64fa346a05ba92bec512cb16fc32bde90aa0cdaf53f63b98fc39cbe8c59','2026-12-11 09:04:00.000000');
INSERT INTO "events" VALUES('yerres',11,'MoveEntered',1,'{"player":"Max Mustermann","number":1,"received":"2026-12-11T09:04:00+00:00","mail":"546eead17e9ca0ff115676bb23ffd80d","moves":[{"move":{"plays":[{"square":[7,7],"direction":"across","word":"RABEN","span":{"line":1,"column":1,"text":"H8w RABEN"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":null,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":1,"column":1,"text":"H8w RABEN"}}]}','mail:546eead17e9ca0ff115676bb23ffd80d25741cfadc2e4f745bdcea313607a913','2026-12-11 09:04:00.000000');
INSERT INTO "events" VALUES('yerres',12,'MoveEntered',1,'{"player":"Max Mustermann","number":1,"received":"2026-12-11T09:04:00+00:00","mail":"a3aa2d64e534b479983a96a225713dcf","moves":[{"move":{"plays":[{"square":[7,7],"direction":"across","word":"RABEN","span":{"line":1,"column":1,"text":"H8w RABEN"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":null,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":1,"column":1,"text":"H8w RABEN"}}]}','mail:a3aa2d64e534b479983a96a225713dcf148df77433b8b5dabc047ed5a0029ef2','2026-12-11 09:04:00.000000');
INSERT INTO "events" VALUES('yerres',13,'MoveEntered',1,'{"player":"Max Mustermann","number":1,"received":"2026-12-11T09:04:00+00:00","mail":"dc62a7fb84f3d228f5453b7fcac7a501","moves":[{"move":{"plays":[{"square":[7,7],"direction":"across","word":"RABEN","span":{"line":1,"column":1,"text":"H8w RABEN"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":null,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":1,"column":1,"text":"H8w RABEN"}}]}','mail:dc62a7fb84f3d228f5453b7fcac7a5014e9f7246f954baf6c3759dabd191c1b2','2026-12-11 09:04:00.000000');
INSERT INTO "events" VALUES('yerres',14,'Noted',1,'{"what":"join_request:fred0@example.net","at":"2026-12-11T09:04:00+00:00"}','mail:abf0d8348648c4504a46b2e2960aa1c9dc38484445b5e74c218dd31c0adcdbe6','2026-12-11 09:04:00.000000');
INSERT INTO "events" VALUES('yerres',15,'Noted',1,'{"what":"join_request:fred1@example.net","at":"2026-12-11T09:04:00+00:00"}','mail:bb5326aa917bd2b85f4a7691fcd69da852722394f12bfa77e2a8a4b4669d4c65','2026-12-11 09:04:00.000000');
INSERT INTO "events" VALUES('yerres',16,'Noted',1,'{"what":"join_request:fred2@example.net","at":"2026-12-11T09:04:00+00:00"}','mail:e04d26853fa425128cca4bcacdde0329cb5267d18bda81edaa4a374566b79431','2026-12-11 09:04:00.000000');
INSERT INTO "events" VALUES('yerres',17,'Noted',1,'{"what":"join_request:fred3@example.net","at":"2026-12-11T09:04:00+00:00"}','mail:104463a7322c1ce584276eb5fc106c009f599fdf6b82f8135bde3cb4c0332a1a','2026-12-11 09:04:00.000000');
CREATE TABLE facts (
	name VARCHAR NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_facts PRIMARY KEY (name)
);
INSERT INTO "facts" VALUES('secret','5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a');
INSERT INTO "facts" VALUES('strangers_listed','{"id": 2, "at": "2026-12-11T09:01:00+00:00", "lists": 2}');
INSERT INTO "facts" VALUES('adopted:1','da94082f373c9b14bd352172aa07ade389f201cc42ec0ad9057927f90c4e9bda');
INSERT INTO "facts" VALUES('notices:max@example.org','{"day": "2026-12-11", "sent": 2, "since": "2026-12-11", "held": 3, "rows": ["max@example.org Max Mustermann Frage 2 Frage 2", "max@example.org Max Mustermann Frage 3 Frage 3", "max@example.org Max Mustermann Frage 4 Frage 4"]}');
INSERT INTO "facts" VALUES('withheld:max@example.org','{"day": "2026-12-11", "rows": [["1-Zug-Scrabble Yerres", "R1", ""], ["1-Zug-Scrabble Yerres", "R1", ""], ["1-Zug-Scrabble Yerres", "R1", ""], ["1-Zug-Scrabble Yerres", "R1", "H8w RABEN"], ["1-Zug-Scrabble Yerres", "R1", "H8w RABEN"], ["1-Zug-Scrabble Yerres", "R1", "H8w RABEN"], ["1-Zug-Scrabble Yerres", "R1", "H8w RABEN"]], "more": 0}');
INSERT INTO "facts" VALUES('notices:','{"day": "2026-12-11", "sent": 2, "since": "2026-12-11", "held": 2, "rows": ["fred2@example.net Fred", "fred3@example.net Fred"]}');
CREATE TABLE games (
	id VARCHAR NOT NULL, 
	seed BLOB NOT NULL, 
	last_number INTEGER NOT NULL, 
	deadline DATETIME, 
	is_over BOOLEAN NOT NULL, 
	recorded_at DATETIME NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('yerres',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F',17,'2026-12-11 19:00:00.000000',0,'2026-12-07 12:00:00.000000');
CREATE TABLE inbox (
	id INTEGER NOT NULL, 
	account VARCHAR NOT NULL, 
	uid_validity BIGINT NOT NULL, 
	uid BIGINT NOT NULL, 
	state VARCHAR NOT NULL, 
	first_seen DATETIME NOT NULL, 
	begun INTEGER NOT NULL, 
	failed INTEGER NOT NULL, 
	last_error TEXT, 
	is_filed BOOLEAN NOT NULL, 
	fingerprint VARCHAR, 
	message_id TEXT, 
	sender TEXT, 
	received DATETIME, 
	reason VARCHAR, 
	has_move BOOLEAN NOT NULL, 
	settled_at DATETIME, 
	raw BLOB, 
	CONSTRAINT pk_inbox PRIMARY KEY (id), 
	CONSTRAINT uq_inbox_account_uid_validity_uid UNIQUE (account, uid_validity, uid)
);
INSERT INTO "inbox" VALUES(1,'referee@example.org@mail.example.org',7,1,'ignored','2026-12-11 09:00:00.000000',1,0,NULL,1,'da94082f373c9b14bd352172aa07ade389f201cc42ec0ad9057927f90c4e9bda','<1@example.org>','fred@example.net','2026-12-11 09:00:00.000000','unknown_sender',1,'2026-12-11 09:00:00.000000',X'46726F6D3A2046726564204672656D64203C66726564406578616D706C652E6E65743E0A5375626A6563743A205A75670A4D6573736167652D49443A203C31406578616D706C652E6F72673E0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380A0A537069656C65723D4D6178204D75737465726D616E6E0A48387720524142454E0A');
INSERT INTO "inbox" VALUES(2,'referee@example.org@mail.example.org',7,2,'ignored','2026-12-11 09:01:00.000000',1,0,NULL,1,'7e8d26480da520f714db21c94c9371ac30e4c409f38eaa900b970d858b8a36c2','<2@example.org>','fred@example.net','2026-12-11 09:01:00.000000','unknown_sender',1,'2026-12-11 09:01:00.000000',X'46726F6D3A2046726564204672656D64203C66726564406578616D706C652E6E65743E0A5375626A6563743A205A75670A4D6573736167652D49443A203C32406578616D706C652E6F72673E0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380A0A537069656C65723D4D6178204D75737465726D616E6E0A48387720524142454E0A');
INSERT INTO "inbox" VALUES(3,'referee@example.org@mail.example.org',7,3,'done','2026-12-11 09:02:00.000000',1,0,NULL,1,'104428be8783e7aa757bd9953294050b15743da24f5fbdb7f1f1f1aa42e35d62','<3@example.org>','gm@example.org','2026-12-11 09:02:00.000000','no_move',0,'2026-12-11 09:02:00.000000',NULL);
INSERT INTO "inbox" VALUES(4,'referee@example.org@mail.example.org',7,4,'ignored','2026-12-11 09:04:00.000000',1,0,NULL,1,'d8ac85e09b454fc07cd7491b72a001828ffa95f84dfdd0bac743260d754adf97','<4@example.org>','fred@example.net','2026-12-11 09:03:00.000000','unknown_sender',1,'2026-12-11 09:04:00.000000',X'46726F6D3A2046726564204672656D64203C66726564406578616D706C652E6E65743E0A5375626A6563743A205A75670A4D6573736167652D49443A203C34406578616D706C652E6F72673E0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380A0A48387720524142454E0A');
INSERT INTO "inbox" VALUES(5,'referee@example.org@mail.example.org',7,5,'done','2026-12-11 09:04:00.000000',1,0,NULL,1,'a1939f7e5b01ba3205d1c6d96cf59287a9339488c973f56672c0bd77f2463b87','<5@example.org>','max@example.org','2026-12-11 09:03:00.000000','no_move',0,'2026-12-11 09:04:00.000000',NULL);
INSERT INTO "inbox" VALUES(6,'referee@example.org@mail.example.org',7,6,'done','2026-12-11 09:04:00.000000',1,0,NULL,1,'56ead4ddbaf746a2c6e5ac3eaf817bf7c5583586c38004dba10920b5f40bf807','<6@example.org>','max@example.org','2026-12-11 09:03:00.000000','no_move',0,'2026-12-11 09:04:00.000000',NULL);
INSERT INTO "inbox" VALUES(7,'referee@example.org@mail.example.org',7,7,'done','2026-12-11 09:04:00.000000',1,0,NULL,1,'72ab8121a94d2245292622d4f802c1137eb45eb1e4f4f611196621feefdd5a78','<7@example.org>','max@example.org','2026-12-11 09:03:00.000000','no_move',0,'2026-12-11 09:04:00.000000',NULL);
INSERT INTO "inbox" VALUES(8,'referee@example.org@mail.example.org',7,8,'done','2026-12-11 09:04:00.000000',1,0,NULL,1,'32fec8fe90a001007653e0e7427c3d028fc6c5733d58029843ed86b742a442c2','<8@example.org>','max@example.org','2026-12-11 09:03:00.000000','no_move',0,'2026-12-11 09:04:00.000000',NULL);
INSERT INTO "inbox" VALUES(9,'referee@example.org@mail.example.org',7,9,'done','2026-12-11 09:04:00.000000',1,0,NULL,1,'3cd7134595995121de0aaa23fc8adc452abf1d7a4ad4cbd75556eab646c3f368','<9@example.org>','max@example.org','2026-12-11 09:03:00.000000','no_move',0,'2026-12-11 09:04:00.000000',NULL);
INSERT INTO "inbox" VALUES(10,'referee@example.org@mail.example.org',7,10,'done','2026-12-11 09:04:00.000000',1,0,NULL,1,'d6c7a64fa346a05ba92bec512cb16fc32bde90aa0cdaf53f63b98fc39cbe8c59','<10@example.org>','max@example.org','2026-12-11 09:04:00.000000',NULL,0,'2026-12-11 09:04:00.000000',NULL);
INSERT INTO "inbox" VALUES(11,'referee@example.org@mail.example.org',7,11,'done','2026-12-11 09:04:00.000000',1,0,NULL,1,'546eead17e9ca0ff115676bb23ffd80d25741cfadc2e4f745bdcea313607a913','<11@example.org>','max@example.org','2026-12-11 09:04:00.000000',NULL,0,'2026-12-11 09:04:00.000000',NULL);
INSERT INTO "inbox" VALUES(12,'referee@example.org@mail.example.org',7,12,'done','2026-12-11 09:04:00.000000',1,0,NULL,1,'a3aa2d64e534b479983a96a225713dcf148df77433b8b5dabc047ed5a0029ef2','<12@example.org>','max@example.org','2026-12-11 09:04:00.000000',NULL,0,'2026-12-11 09:04:00.000000',NULL);
INSERT INTO "inbox" VALUES(13,'referee@example.org@mail.example.org',7,13,'done','2026-12-11 09:04:00.000000',1,0,NULL,1,'dc62a7fb84f3d228f5453b7fcac7a5014e9f7246f954baf6c3759dabd191c1b2','<13@example.org>','max@example.org','2026-12-11 09:04:00.000000',NULL,0,'2026-12-11 09:04:00.000000',NULL);
INSERT INTO "inbox" VALUES(14,'referee@example.org@mail.example.org',7,14,'ignored','2026-12-11 09:04:00.000000',1,0,NULL,1,'abf0d8348648c4504a46b2e2960aa1c9dc38484445b5e74c218dd31c0adcdbe6','<14@example.org>','fred0@example.net','2026-12-11 09:04:00.000000','unknown_sender',0,'2026-12-11 09:04:00.000000',NULL);
INSERT INTO "inbox" VALUES(15,'referee@example.org@mail.example.org',7,15,'ignored','2026-12-11 09:04:00.000000',1,0,NULL,1,'bb5326aa917bd2b85f4a7691fcd69da852722394f12bfa77e2a8a4b4669d4c65','<15@example.org>','fred1@example.net','2026-12-11 09:04:00.000000','unknown_sender',0,'2026-12-11 09:04:00.000000',NULL);
INSERT INTO "inbox" VALUES(16,'referee@example.org@mail.example.org',7,16,'ignored','2026-12-11 09:04:00.000000',1,0,NULL,1,'e04d26853fa425128cca4bcacdde0329cb5267d18bda81edaa4a374566b79431','<16@example.org>','fred2@example.net','2026-12-11 09:04:00.000000','unknown_sender',0,'2026-12-11 09:04:00.000000',NULL);
INSERT INTO "inbox" VALUES(17,'referee@example.org@mail.example.org',7,17,'ignored','2026-12-11 09:04:00.000000',1,0,NULL,1,'104463a7322c1ce584276eb5fc106c009f599fdf6b82f8135bde3cb4c0332a1a','<17@example.org>','fred3@example.net','2026-12-11 09:04:00.000000','unknown_sender',0,'2026-12-11 09:04:00.000000',NULL);
CREATE TABLE leases (
	name VARCHAR NOT NULL, 
	boot VARCHAR NOT NULL, 
	host VARCHAR NOT NULL, 
	pid INTEGER NOT NULL, 
	until DATETIME NOT NULL, 
	CONSTRAINT pk_leases PRIMARY KEY (name)
);
CREATE TABLE outbox (
	id INTEGER NOT NULL, 
	recipient VARCHAR NOT NULL, 
	message_id TEXT NOT NULL, 
	kind VARCHAR NOT NULL, 
	game VARCHAR, 
	round_tag VARCHAR, 
	cause VARCHAR NOT NULL, 
	recorded_at DATETIME NOT NULL, 
	state VARCHAR NOT NULL, 
	due DATETIME NOT NULL, 
	attempts INTEGER NOT NULL, 
	last_error TEXT, 
	settled_at DATETIME, 
	CONSTRAINT pk_outbox PRIMARY KEY (id), 
	CONSTRAINT fk_outbox_cause FOREIGN KEY(cause) REFERENCES causes (cause), 
	CONSTRAINT fk_outbox_game FOREIGN KEY(game) REFERENCES games (id), 
	CONSTRAINT uq_outbox_message_id_recipient UNIQUE (message_id, recipient)
);
INSERT INTO "outbox" VALUES(1,'max@example.org','<yerres.1.a1fd3dd26f86c89d532718c9.5e6022b07d7f3221@example.org>','Opening','yerres','1','open:yerres:1:0','2026-12-07 12:00:00.000000','sent','2026-12-07 12:00:00.000000',0,NULL,'2026-12-07 12:00:00.000000');
INSERT INTO "outbox" VALUES(2,'eva@example.org','<yerres.1.30ad36cc391986e754a88563.cebaac88440e9eee@example.org>','Opening','yerres','1','open:yerres:1:0','2026-12-07 12:00:00.000000','sent','2026-12-07 12:00:00.000000',0,NULL,'2026-12-07 12:00:00.000000');
INSERT INTO "outbox" VALUES(3,'gm@example.org','<yerres.1.dccdcf497cc2a1542ef4654d@example.org>','Opening','yerres','1','open:yerres:1:0','2026-12-07 12:00:00.000000','sent','2026-12-07 12:00:00.000000',0,NULL,'2026-12-07 12:00:00.000000');
INSERT INTO "outbox" VALUES(4,'max@example.org','<yerres.1.e84acfb89a8ce788fc02f1f5.5e6022b07d7f3221@example.org>','Reminder','yerres','1','reminder:1:2026-12-11:yerres','2026-12-11 09:00:00.000000','sent','2026-12-11 09:00:00.000000',0,NULL,'2026-12-11 09:00:00.000000');
INSERT INTO "outbox" VALUES(5,'eva@example.org','<yerres.1.e6d5909e433950793ef9c9a7.cebaac88440e9eee@example.org>','Reminder','yerres','1','reminder:1:2026-12-11:yerres','2026-12-11 09:00:00.000000','sent','2026-12-11 09:00:00.000000',0,NULL,'2026-12-11 09:00:00.000000');
INSERT INTO "outbox" VALUES(6,'gm@example.org','<mailref.0.a53f957ca070dcd1f0bab6f3@example.org>','Notice',NULL,NULL,'strangers:1','2026-12-11 09:00:00.000000','sent','2026-12-11 09:00:00.000000',0,NULL,'2026-12-11 09:00:00.000000');
INSERT INTO "outbox" VALUES(7,'gm@example.org','<mailref.0.cd8e3f916c77797210c1dcad@example.org>','Notice',NULL,NULL,'strangers:2','2026-12-11 09:01:00.000000','sent','2026-12-11 09:01:00.000000',0,NULL,'2026-12-11 09:01:00.000000');
INSERT INTO "outbox" VALUES(8,'gm@example.org','<yerres.1.8836af2b57507b3e0c8380b3@example.org>','EntryAnswer','yerres','1','mail:104428be8783e7aa757bd9953294050b15743da24f5fbdb7f1f1f1aa42e35d62','2026-12-11 09:02:00.000000','sent','2026-12-11 09:02:00.000000',0,NULL,'2026-12-11 09:02:00.000000');
INSERT INTO "outbox" VALUES(9,'eva@example.org','<yerres.1.d4bde0963f5dfba6d47928e4.cebaac88440e9eee@example.org>','EntryAnswer','yerres','1','mail:104428be8783e7aa757bd9953294050b15743da24f5fbdb7f1f1f1aa42e35d62','2026-12-11 09:02:00.000000','sent','2026-12-11 09:02:00.000000',0,NULL,'2026-12-11 09:02:00.000000');
INSERT INTO "outbox" VALUES(10,'gm@example.org','<yerres.1.be70a00e535f630784f344f9@example.org>','Notice','yerres','1','mail:a1939f7e5b01ba3205d1c6d96cf59287a9339488c973f56672c0bd77f2463b87','2026-12-11 09:04:00.000000','sent','2026-12-11 09:04:00.000000',0,NULL,'2026-12-11 09:04:00.000000');
INSERT INTO "outbox" VALUES(11,'max@example.org','<yerres.1.9c930f09f0b7288e85dddb22.5e6022b07d7f3221@example.org>','EntryAnswer','yerres','1','mail:a1939f7e5b01ba3205d1c6d96cf59287a9339488c973f56672c0bd77f2463b87','2026-12-11 09:04:00.000000','sent','2026-12-11 09:04:00.000000',0,NULL,'2026-12-11 09:04:00.000000');
INSERT INTO "outbox" VALUES(12,'gm@example.org','<yerres.1.373912eb748783adbf9439d0@example.org>','Notice','yerres','1','mail:56ead4ddbaf746a2c6e5ac3eaf817bf7c5583586c38004dba10920b5f40bf807','2026-12-11 09:04:00.000000','sent','2026-12-11 09:04:00.000000',0,NULL,'2026-12-11 09:04:00.000000');
INSERT INTO "outbox" VALUES(13,'max@example.org','<yerres.1.d5eed02b795abbe22d6bd015.5e6022b07d7f3221@example.org>','EntryAnswer','yerres','1','mail:56ead4ddbaf746a2c6e5ac3eaf817bf7c5583586c38004dba10920b5f40bf807','2026-12-11 09:04:00.000000','sent','2026-12-11 09:04:00.000000',0,NULL,'2026-12-11 09:04:00.000000');
INSERT INTO "outbox" VALUES(14,'gm@example.org','<yerres.1.737b91f93532802376addada@example.org>','Notice','yerres','1','mail:abf0d8348648c4504a46b2e2960aa1c9dc38484445b5e74c218dd31c0adcdbe6','2026-12-11 09:04:00.000000','sent','2026-12-11 09:04:00.000000',0,NULL,'2026-12-11 09:04:00.000000');
INSERT INTO "outbox" VALUES(15,'gm@example.org','<yerres.1.08aebfa6b84c5cd84fd90223@example.org>','Notice','yerres','1','mail:bb5326aa917bd2b85f4a7691fcd69da852722394f12bfa77e2a8a4b4669d4c65','2026-12-11 09:04:00.000000','sent','2026-12-11 09:04:00.000000',0,NULL,'2026-12-11 09:04:00.000000');
CREATE TABLE segments (
	mail INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	data BLOB, 
	blob VARCHAR, 
	CONSTRAINT pk_segments PRIMARY KEY (mail, position), 
	CONSTRAINT fk_segments_blob FOREIGN KEY(blob) REFERENCES blobs (sha256), 
	CONSTRAINT fk_segments_mail FOREIGN KEY(mail) REFERENCES outbox (id) ON DELETE CASCADE
);
INSERT INTO "segments" VALUES(1,0,X'546F3A206D6178406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D204F70656E696E670D0A0D0A4F70656E696E670D0A',NULL);
INSERT INTO "segments" VALUES(2,0,X'546F3A20657661406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D204F70656E696E670D0A0D0A4F70656E696E670D0A',NULL);
INSERT INTO "segments" VALUES(3,0,X'546F3A20676D406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D204F70656E696E670D0A0D0A4F70656E696E670D0A',NULL);
INSERT INTO "segments" VALUES(4,0,X'546F3A206D6178406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D2052656D696E6465720D0A0D0A52656D696E6465720D0A',NULL);
INSERT INTO "segments" VALUES(5,0,X'546F3A20657661406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D2052656D696E6465720D0A0D0A52656D696E6465720D0A',NULL);
INSERT INTO "segments" VALUES(6,0,X'546F3A20676D406578616D706C652E6F72670D0A5375626A6563743A205B6D61696C7265665D204E6F746963650D0A0D0A4E6F746963650D0A',NULL);
INSERT INTO "segments" VALUES(7,0,X'546F3A20676D406578616D706C652E6F72670D0A5375626A6563743A205B6D61696C7265665D204E6F746963650D0A0D0A4E6F746963650D0A',NULL);
INSERT INTO "segments" VALUES(8,0,X'546F3A20676D406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D20456E747279416E737765720D0A0D0A456E747279416E737765720D0A',NULL);
INSERT INTO "segments" VALUES(9,0,X'546F3A20657661406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D20456E747279416E737765720D0A0D0A456E747279416E737765720D0A',NULL);
INSERT INTO "segments" VALUES(10,0,X'546F3A20676D406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D204E6F746963650D0A0D0A4E6F746963650D0A',NULL);
INSERT INTO "segments" VALUES(11,0,X'546F3A206D6178406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D20456E747279416E737765720D0A0D0A456E747279416E737765720D0A',NULL);
INSERT INTO "segments" VALUES(12,0,X'546F3A20676D406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D204E6F746963650D0A0D0A4E6F746963650D0A',NULL);
INSERT INTO "segments" VALUES(13,0,X'546F3A206D6178406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D20456E747279416E737765720D0A0D0A456E747279416E737765720D0A',NULL);
INSERT INTO "segments" VALUES(14,0,X'546F3A20676D406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D204E6F746963650D0A0D0A4E6F746963650D0A',NULL);
INSERT INTO "segments" VALUES(15,0,X'546F3A20676D406578616D706C652E6F72670D0A5375626A6563743A205B7965727265732052315D204E6F746963650D0A0D0A4E6F746963650D0A',NULL);
CREATE TABLE snapshots (
	game VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	payload TEXT NOT NULL, 
	CONSTRAINT pk_snapshots PRIMARY KEY (game), 
	CONSTRAINT fk_snapshots_game FOREIGN KEY(game) REFERENCES games (id)
);
CREATE INDEX ix_events_game_kind_number ON events (game, kind, number);
CREATE INDEX ix_inbox_fingerprint ON inbox (fingerprint);
CREATE INDEX ix_inbox_state_is_filed ON inbox (state, is_filed);
CREATE INDEX ix_outbox_recorded_at ON outbox (recorded_at);
CREATE INDEX ix_outbox_state_due ON outbox (state, due);
CREATE INDEX ix_outbox_game_round_tag_kind_recipient ON outbox (game, round_tag, kind, recipient);
CREATE INDEX ix_segments_blob ON segments (blob);
COMMIT;
