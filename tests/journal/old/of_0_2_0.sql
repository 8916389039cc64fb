PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version VALUES('r0002');
CREATE TABLE games (
	id VARCHAR NOT NULL, 
	seed BLOB NOT NULL, 
	last_number INTEGER NOT NULL, 
	deadline DATETIME, 
	is_over BOOLEAN NOT NULL, 
	recorded_at DATETIME NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id)
);
INSERT INTO games VALUES('demo',X'5a27262b1719e723fc4f37a64c9b085171d87021845ff195b2153745951df1ba',22,'2026-12-25 19:00:00.000000',0,'2026-11-30 08:00:00.000000');
CREATE TABLE causes (
	cause VARCHAR NOT NULL, 
	recorded_at DATETIME NOT NULL, 
	CONSTRAINT pk_causes PRIMARY KEY (cause)
);
INSERT INTO causes VALUES('begin:demo','2026-11-30 08:00:00.000000');
INSERT INTO causes VALUES('open:demo:1:0','2026-11-30 08:00:00.000000');
INSERT INTO causes VALUES('mail:92c08f672e7078a3669929444dba289e7589dea389958f0a91ab821fad363d57','2026-11-30 08:08:00.000000');
INSERT INTO causes VALUES('mail:8d65924ac9b5f9f532915797e177613971da44cb1569c16867a4bedc16c33812','2026-11-30 08:15:00.000000');
INSERT INTO causes VALUES('mail:183122793591319215cc997cfbebd0c612cc2e539e04d0615e13ec91e541ce88','2026-11-30 08:29:00.000000');
INSERT INTO causes VALUES('close:demo:1:0','2026-12-04 19:03:00.000000');
INSERT INTO causes VALUES('open:demo:2:0','2026-12-04 19:03:00.000000');
INSERT INTO causes VALUES('mail:5673e9aedb02c6f59663bcc335ec9d3b06a8448d9316106668192a679c64c276','2026-12-04 19:11:00.000000');
INSERT INTO causes VALUES('mail:24caabc5098a7c9b02dcc64e84bd514a64358a903125888ae9f623479961da11','2026-12-04 19:18:00.000000');
INSERT INTO causes VALUES('mail:36637b5b703cbd54ae07c0db5dc57933e58fe9c94344628684eaa2a8e8921aa3','2026-12-04 19:32:00.000000');
INSERT INTO causes VALUES('close:demo:2:0','2026-12-11 19:03:00.000000');
INSERT INTO causes VALUES('open:demo:3:0','2026-12-11 19:03:00.000000');
INSERT INTO causes VALUES('mail:5071e68da718126669d19cd8c9d248efcb73e0f61d1d5003f6c8d1a74124f3fc','2026-12-11 19:11:00.000000');
INSERT INTO causes VALUES('mail:af4fc9892f8c790dd454bfd28a06e588c352a854b6b2b51e23d089cf6389b175','2026-12-11 19:18:00.000000');
INSERT INTO causes VALUES('close:demo:3:0','2026-12-18 19:03:00.000000');
INSERT INTO causes VALUES('open:demo:4:0','2026-12-18 19:03:00.000000');
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
INSERT INTO events VALUES('demo',1,'GameOpened',1,'{"id":"demo","title":"1-Zug-Scrabble Demo","variant":"dottendorf-1zug","rules":{"letters":8,"letters_first":7,"most_tiles":null,"plays":1,"moves":null,"counts":"first","bonus":{"points":50,"_type":"BonusForAll"},"extended":"premiums","start":null,"swap":true,"ties":["lot"],"late_joiner":"lowest","names":true,"accents":"refuse","axes":"columns","vowels":"A\u00c4EIO\u00d6U\u00dc","min_vowels":[],"min_consonants":[],"end":"final_round"},"board":{"cells":"................................................................................................................................................................................................................................."},"first_round":1,"commitment":"0323df357ab52ec83bb52759eb4f9d3c279aba656baa01ad494b7bddac2b39af","lexicon":"german-wordlist (tanglet-data 1.6.10)","lexicon_sha256":"f216aa8997b2e3aa7640b3c6d3bd3f6f90328aa28e5f6aaf517c54f6c8872b7c","is_taken_over":false}','begin:demo','2026-11-30 08:00:00.000000');
INSERT INTO events VALUES('demo',2,'PlayerJoined',1,'{"name":"Max Mustermann","addresses":["max.mustermann@players.example"],"total":0,"missed":0,"is_late":false,"is_configured":true}','begin:demo','2026-11-30 08:00:00.000000');
INSERT INTO events VALUES('demo',3,'PlayerJoined',1,'{"name":"\u00c4nne Gro\u00dfmann","addresses":["aenne.grossmann@players.example"],"total":0,"missed":0,"is_late":false,"is_configured":true}','begin:demo','2026-11-30 08:00:00.000000');
INSERT INTO events VALUES('demo',4,'LettersDrawn',1,'{"number":1,"draw":{"drawn":"DEFORRX","returned":"","rack":"DEFORRX","bag":"AAAAA\u00c4BBCCDDDEEEEEEEEEEEEEEFGGGHHHHIIIIIIJKKLLLMMMMNNNNNNNNNOO\u00d6PQRRRRSSSSSSSTTTTTTUUUUUU\u00dcVWYZ??","redraws":0,"is_relaxed":false,"by_hand":false},"at":"2026-11-30T08:00:00+00:00"}','open:demo:1:0','2026-11-30 08:00:00.000000');
INSERT INTO events VALUES('demo',5,'RoundOpened',1,'{"number":1,"deadline":"2026-12-04T19:00:00+00:00","rules":{"letters":8,"letters_first":7,"most_tiles":null,"plays":1,"moves":null,"counts":"first","bonus":{"points":50,"_type":"BonusForAll"},"extended":"premiums","start":null,"swap":true,"ties":["lot"],"late_joiner":"lowest","names":true,"accents":"refuse","axes":"columns","vowels":"A\u00c4EIO\u00d6U\u00dc","min_vowels":[],"min_consonants":[],"end":"final_round"},"is_final":false,"at":"2026-11-30T08:00:00+00:00"}','open:demo:1:0','2026-11-30 08:00:00.000000');
INSERT INTO events VALUES('demo',6,'SettingSpent',1,'{"number":1,"key":"deadline","value":"2026-12-04T20:00:00+01:00"}','open:demo:1:0','2026-11-30 08:00:00.000000');
INSERT INTO events VALUES('demo',7,'SettingSpent',1,'{"number":1,"key":"comment","value":"Willkommen! Gut Wort w\u00fcnscht euch Erika."}','open:demo:1:0','2026-11-30 08:00:00.000000');
INSERT INTO events VALUES('demo',8,'MoveEntered',1,'{"player":"Max Mustermann","number":1,"received":"2026-11-30T08:07:00+00:00","mail":"92c08f672e7078a3669929444dba289e","moves":[{"move":{"plays":[{"square":[4,7],"direction":"down","word":"FOXE","span":{"line":3,"column":1,"text":"H5s FOXE"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":30,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"H5s FOXE 30"}}]}','mail:92c08f672e7078a3669929444dba289e7589dea389958f0a91ab821fad363d57','2026-11-30 08:08:00.000000');
INSERT INTO events VALUES('demo',9,'MoveEntered',1,'{"player":"\u00c4nne Gro\u00dfmann","number":1,"received":"2026-11-30T08:14:00+00:00","mail":"8d65924ac9b5f9f532915797e1776139","moves":[{"move":{"plays":[{"square":[4,7],"direction":"down","word":"FOXE","span":{"line":3,"column":1,"text":"H5 senkrecht FOXE"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":30,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"H5 senkrecht FOXE 30 Punkte"}}]}','mail:8d65924ac9b5f9f532915797e177613971da44cb1569c16867a4bedc16c33812','2026-11-30 08:15:00.000000');
INSERT INTO events VALUES('demo',10,'RoundClosed',1,'{"result":{"number":1,"letters":"DEFORRX","deadline":"2026-12-04T19:00:00+00:00","closed":"2026-12-04T19:03:00+00:00","is_final":false,"is_early":false,"entries":[{"player":"Max Mustermann","status":"valid","received":"2026-11-30T08:07:00+00:00","moves":[{"written":{"move":{"plays":[{"square":[4,7],"direction":"down","word":"FOXE","span":{"line":3,"column":1,"text":"H5s FOXE"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":30,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"H5s FOXE 30"}},"plays":[{"scored":{"square":[4,7],"direction":"down","words":[{"word":"FOXE","squares":[[4,7],[5,7],[6,7],[7,7]],"sum_of_letters":15,"factor":2}],"new_tiles":[[[4,7],"F",false],[[5,7],"O",false],[[6,7],"X",false],[[7,7],"E",false]],"bonus":0},"verdicts":[{"_type":"Valid"}]}],"swaps":[],"faults":[],"rack_left":"DRR","board":{"cells":"...................................................................F..............O..............X..............E................................................................................................................"}}],"counts":0,"points":30,"base":0,"deduction":0,"total":30,"rank":1,"rank_before":null},{"player":"\u00c4nne Gro\u00dfmann","status":"valid","received":"2026-11-30T08:14:00+00:00","moves":[{"written":{"move":{"plays":[{"square":[4,7],"direction":"down","word":"FOXE","span":{"line":3,"column":1,"text":"H5 senkrecht FOXE"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":30,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"H5 senkrecht FOXE 30 Punkte"}},"plays":[{"scored":{"square":[4,7],"direction":"down","words":[{"word":"FOXE","squares":[[4,7],[5,7],[6,7],[7,7]],"sum_of_letters":15,"factor":2}],"new_tiles":[[[4,7],"F",false],[[5,7],"O",false],[[6,7],"X",false],[[7,7],"E",false]],"bonus":0},"verdicts":[{"_type":"Valid"}]}],"swaps":[],"faults":[],"rack_left":"DRR","board":{"cells":"...................................................................F..............O..............X..............E................................................................................................................"}}],"counts":0,"points":30,"base":0,"deduction":0,"total":30,"rank":1,"rank_before":null}],"laid":{"players":["Max Mustermann","\u00c4nne Gro\u00dfmann"],"judged":{"written":{"move":{"plays":[{"square":[4,7],"direction":"down","word":"FOXE","span":{"line":3,"column":1,"text":"H5s FOXE"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":30,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"H5s FOXE 30"}},"plays":[{"scored":{"square":[4,7],"direction":"down","words":[{"word":"FOXE","squares":[[4,7],[5,7],[6,7],[7,7]],"sum_of_letters":15,"factor":2}],"new_tiles":[[[4,7],"F",false],[[5,7],"O",false],[[6,7],"X",false],[[7,7],"E",false]],"bonus":0},"verdicts":[{"_type":"Valid"}]}],"swaps":[],"faults":[],"rack_left":"DRR","board":{"cells":"...................................................................F..............O..............X..............E................................................................................................................"}},"tie":[],"lot":null},"top":{"points":30,"moves":[{"plays":[[[4,7],"down","FOXE",[]]],"swaps":[]},{"plays":[[[5,7],"down","FOXE",[]]],"swaps":[]},{"plays":[[[6,7],"down","FOXE",[]]],"swaps":[]},{"plays":[[[7,4],"across","FOXE",[]]],"swaps":[]},{"plays":[[[7,5],"across","FOXE",[]]],"swaps":[]},{"plays":[[[7,6],"across","FOXE",[]]],"swaps":[]},{"plays":[[[7,7],"across","FOXE",[]]],"swaps":[]},{"plays":[[[7,7],"down","FOXE",[]]],"swaps":[]}],"is_exact":true},"board":{"cells":"...................................................................F..............O..............X..............E................................................................................................................"},"kept":"DRR","undecided":[],"undecided_policy":null}}','close:demo:1:0','2026-12-04 19:03:00.000000');
INSERT INTO events VALUES('demo',11,'LettersDrawn',1,'{"number":2,"draw":{"drawn":"ABENS","returned":"","rack":"ABDENRRS","bag":"AAAA\u00c4BCCDDDEEEEEEEEEEEEEFGGGHHHHIIIIIIJKKLLLMMMMNNNNNNNNOO\u00d6PQRRRRSSSSSSTTTTTTUUUUUU\u00dcVWYZ??","redraws":0,"is_relaxed":false,"by_hand":false},"at":"2026-12-04T19:03:00+00:00"}','open:demo:2:0','2026-12-04 19:03:00.000000');
INSERT INTO events VALUES('demo',12,'RoundOpened',1,'{"number":2,"deadline":"2026-12-11T19:00:00+00:00","rules":{"letters":8,"letters_first":7,"most_tiles":null,"plays":1,"moves":null,"counts":"first","bonus":{"points":50,"_type":"BonusForAll"},"extended":"premiums","start":null,"swap":true,"ties":["lot"],"late_joiner":"lowest","names":true,"accents":"refuse","axes":"columns","vowels":"A\u00c4EIO\u00d6U\u00dc","min_vowels":[],"min_consonants":[],"end":"final_round"},"is_final":false,"at":"2026-12-04T19:03:00+00:00"}','open:demo:2:0','2026-12-04 19:03:00.000000');
INSERT INTO events VALUES('demo',13,'MoveEntered',1,'{"player":"Max Mustermann","number":2,"received":"2026-12-04T19:10:00+00:00","mail":"5673e9aedb02c6f59663bcc335ec9d3b","moves":[{"move":{"plays":[{"square":[7,0],"direction":"across","word":"BARRENDES","span":{"line":3,"column":1,"text":"A8w BARRENDES"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":86,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"A8w BARRENDES 86"}}]}','mail:5673e9aedb02c6f59663bcc335ec9d3b06a8448d9316106668192a679c64c276','2026-12-04 19:11:00.000000');
INSERT INTO events VALUES('demo',14,'MoveEntered',1,'{"player":"\u00c4nne Gro\u00dfmann","number":2,"received":"2026-12-04T19:17:00+00:00","mail":"24caabc5098a7c9b02dcc64e84bd514a","moves":[{"move":{"plays":[{"square":[7,0],"direction":"across","word":"SEDNERRAB","span":{"line":3,"column":1,"text":"A8 waagerecht SEDNERRAB"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":null,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"A8 waagerecht SEDNERRAB"}},{"move":{"plays":[{"square":[7,0],"direction":"across","word":"BARRENDES","span":{"line":4,"column":2,"text":"A8 waagerecht BARRENDES"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":86,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":4,"column":1,"text":"/A8 waagerecht BARRENDES 86 Punkte"}}]}','mail:24caabc5098a7c9b02dcc64e84bd514a64358a903125888ae9f623479961da11','2026-12-04 19:18:00.000000');
INSERT INTO events VALUES('demo',15,'RoundClosed',1,'{"result":{"number":2,"letters":"ABDENRRS","deadline":"2026-12-11T19:00:00+00:00","closed":"2026-12-11T19:03:00+00:00","is_final":false,"is_early":false,"entries":[{"player":"Max Mustermann","status":"valid","received":"2026-12-04T19:10:00+00:00","moves":[{"written":{"move":{"plays":[{"square":[7,0],"direction":"across","word":"BARRENDES","span":{"line":3,"column":1,"text":"A8w BARRENDES"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":86,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"A8w BARRENDES 86"}},"plays":[{"scored":{"square":[7,0],"direction":"across","words":[{"word":"BARRENDES","squares":[[7,0],[7,1],[7,2],[7,3],[7,4],[7,5],[7,6],[7,7],[7,8]],"sum_of_letters":12,"factor":3}],"new_tiles":[[[7,0],"B",false],[[7,1],"A",false],[[7,2],"R",false],[[7,3],"R",false],[[7,4],"E",false],[[7,5],"N",false],[[7,6],"D",false],[[7,8],"S",false]],"bonus":50},"verdicts":[{"_type":"Valid"}]}],"swaps":[],"faults":[],"rack_left":"","board":{"cells":"...................................................................F..............O..............X.......BARRENDES..............................................................................................................."}}],"counts":0,"points":86,"base":0,"deduction":0,"total":116,"rank":1,"rank_before":1},{"player":"\u00c4nne Gro\u00dfmann","status":"valid","received":"2026-12-04T19:17:00+00:00","moves":[{"written":{"move":{"plays":[{"square":[7,0],"direction":"across","word":"SEDNERRAB","span":{"line":3,"column":1,"text":"A8 waagerecht SEDNERRAB"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":null,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"A8 waagerecht SEDNERRAB"}},"plays":[],"swaps":[],"faults":[{"_type":"Occupied","span":{"line":3,"column":1,"text":"A8 waagerecht SEDNERRAB"},"square":[7,7],"lies":"E","wanted":"A"},{"_type":"WordUnknown","span":{"line":3,"column":1,"text":"A8 waagerecht SEDNERRAB"},"word":"SEDNERRAB"}],"rack_left":"ABDENRRS","board":{"cells":"...................................................................F..............O..............X..............E................................................................................................................"}},{"written":{"move":{"plays":[{"square":[7,0],"direction":"across","word":"BARRENDES","span":{"line":4,"column":2,"text":"A8 waagerecht BARRENDES"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":86,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":4,"column":1,"text":"/A8 waagerecht BARRENDES 86 Punkte"}},"plays":[{"scored":{"square":[7,0],"direction":"across","words":[{"word":"BARRENDES","squares":[[7,0],[7,1],[7,2],[7,3],[7,4],[7,5],[7,6],[7,7],[7,8]],"sum_of_letters":12,"factor":3}],"new_tiles":[[[7,0],"B",false],[[7,1],"A",false],[[7,2],"R",false],[[7,3],"R",false],[[7,4],"E",false],[[7,5],"N",false],[[7,6],"D",false],[[7,8],"S",false]],"bonus":50},"verdicts":[{"_type":"Valid"}]}],"swaps":[],"faults":[],"rack_left":"","board":{"cells":"...................................................................F..............O..............X.......BARRENDES..............................................................................................................."}}],"counts":1,"points":86,"base":0,"deduction":0,"total":116,"rank":1,"rank_before":1}],"laid":{"players":["Max Mustermann","\u00c4nne Gro\u00dfmann"],"judged":{"written":{"move":{"plays":[{"square":[7,0],"direction":"across","word":"BARRENDES","span":{"line":3,"column":1,"text":"A8w BARRENDES"},"small":[],"starred":[],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":86,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"A8w BARRENDES 86"}},"plays":[{"scored":{"square":[7,0],"direction":"across","words":[{"word":"BARRENDES","squares":[[7,0],[7,1],[7,2],[7,3],[7,4],[7,5],[7,6],[7,7],[7,8]],"sum_of_letters":12,"factor":3}],"new_tiles":[[[7,0],"B",false],[[7,1],"A",false],[[7,2],"R",false],[[7,3],"R",false],[[7,4],"E",false],[[7,5],"N",false],[[7,6],"D",false],[[7,8],"S",false]],"bonus":50},"verdicts":[{"_type":"Valid"}]}],"swaps":[],"faults":[],"rack_left":"","board":{"cells":"...................................................................F..............O..............X.......BARRENDES..............................................................................................................."}},"tie":[],"lot":null},"top":{"points":86,"moves":[{"plays":[[[7,0],"across","BARRENDES",[]]],"swaps":[]}],"is_exact":true},"board":{"cells":"...................................................................F..............O..............X.......BARRENDES..............................................................................................................."},"kept":"","undecided":[],"undecided_policy":null}}','close:demo:2:0','2026-12-11 19:03:00.000000');
INSERT INTO events VALUES('demo',16,'LettersDrawn',1,'{"number":3,"draw":{"drawn":"DEEIOSS?","returned":"","rack":"DEEIOSS?","bag":"AAAA\u00c4BCCDDEEEEEEEEEEEFGGGHHHHIIIIIJKKLLLMMMMNNNNNNNNO\u00d6PQRRRRSSSSTTTTTTUUUUUU\u00dcVWYZ?","redraws":0,"is_relaxed":false,"by_hand":false},"at":"2026-12-11T19:03:00+00:00"}','open:demo:3:0','2026-12-11 19:03:00.000000');
INSERT INTO events VALUES('demo',17,'RoundOpened',1,'{"number":3,"deadline":"2026-12-18T19:00:00+00:00","rules":{"letters":8,"letters_first":7,"most_tiles":null,"plays":1,"moves":null,"counts":"first","bonus":{"points":50,"_type":"BonusForAll"},"extended":"premiums","start":null,"swap":true,"ties":["lot"],"late_joiner":"lowest","names":true,"accents":"refuse","axes":"columns","vowels":"A\u00c4EIO\u00d6U\u00dc","min_vowels":[],"min_consonants":[],"end":"final_round"},"is_final":false,"at":"2026-12-11T19:03:00+00:00"}','open:demo:3:0','2026-12-11 19:03:00.000000');
INSERT INTO events VALUES('demo',18,'MoveEntered',1,'{"player":"Max Mustermann","number":3,"received":"2026-12-11T19:10:00+00:00","mail":"5071e68da718126669d19cd8c9d248ef","moves":[{"move":{"plays":[{"square":[3,3],"direction":"down","word":"SIDEROSEN","span":{"line":3,"column":1,"text":"D4s SIDEROSE*N"},"small":[],"starred":[8],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":86,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"D4s SIDEROSE*N 86"}}]}','mail:5071e68da718126669d19cd8c9d248efcb73e0f61d1d5003f6c8d1a74124f3fc','2026-12-11 19:11:00.000000');
INSERT INTO events VALUES('demo',19,'MoveEntered',1,'{"player":"\u00c4nne Gro\u00dfmann","number":3,"received":"2026-12-11T19:17:00+00:00","mail":"af4fc9892f8c790dd454bfd28a06e588","moves":[{"move":{"plays":[{"square":[1,2],"direction":"down","word":"DOSSIEREN","span":{"line":3,"column":1,"text":"C2 senkrecht DOSSIERE*N"},"small":[],"starred":[8],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":72,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"C2 senkrecht DOSSIERE*N 72 Punkte"}}]}','mail:af4fc9892f8c790dd454bfd28a06e588c352a854b6b2b51e23d089cf6389b175','2026-12-11 19:18:00.000000');
INSERT INTO events VALUES('demo',20,'RoundClosed',1,'{"result":{"number":3,"letters":"DEEIOSS?","deadline":"2026-12-18T19:00:00+00:00","closed":"2026-12-18T19:03:00+00:00","is_final":false,"is_early":false,"entries":[{"player":"Max Mustermann","status":"valid","received":"2026-12-11T19:10:00+00:00","moves":[{"written":{"move":{"plays":[{"square":[3,3],"direction":"down","word":"SIDEROSEN","span":{"line":3,"column":1,"text":"D4s SIDEROSE*N"},"small":[],"starred":[8],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":86,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"D4s SIDEROSE*N 86"}},"plays":[{"scored":{"square":[3,3],"direction":"down","words":[{"word":"SIDEROSEN","squares":[[3,3],[4,3],[5,3],[6,3],[7,3],[8,3],[9,3],[10,3],[11,3]],"sum_of_letters":9,"factor":4}],"new_tiles":[[[3,3],"S",false],[[4,3],"I",false],[[5,3],"D",false],[[6,3],"E",false],[[8,3],"O",false],[[9,3],"S",false],[[10,3],"E",false],[[11,3],"N",true]],"bonus":50},"verdicts":[{"_type":"Valid"}]}],"swaps":[],"faults":[],"rack_left":"","board":{"cells":"................................................S..............I...F..........D...O..........E...X.......BARRENDES.........O..............S..............E..............n........................................................"}}],"counts":0,"points":86,"base":0,"deduction":0,"total":202,"rank":1,"rank_before":1},{"player":"\u00c4nne Gro\u00dfmann","status":"valid","received":"2026-12-11T19:17:00+00:00","moves":[{"written":{"move":{"plays":[{"square":[1,2],"direction":"down","word":"DOSSIEREN","span":{"line":3,"column":1,"text":"C2 senkrecht DOSSIERE*N"},"small":[],"starred":[8],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":72,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"C2 senkrecht DOSSIERE*N 72 Punkte"}},"plays":[{"scored":{"square":[1,2],"direction":"down","words":[{"word":"DOSSIEREN","squares":[[1,2],[2,2],[3,2],[4,2],[5,2],[6,2],[7,2],[8,2],[9,2]],"sum_of_letters":11,"factor":2}],"new_tiles":[[[1,2],"D",false],[[2,2],"O",false],[[3,2],"S",false],[[4,2],"S",false],[[5,2],"I",false],[[6,2],"E",false],[[8,2],"E",false],[[9,2],"N",true]],"bonus":50},"verdicts":[{"_type":"Valid"}]}],"swaps":[],"faults":[],"rack_left":"","board":{"cells":".................D..............O..............S..............S....F.........I....O.........E....X.......BARRENDES........E..............n......................................................................................."}}],"counts":0,"points":72,"base":0,"deduction":0,"total":188,"rank":2,"rank_before":1}],"laid":{"players":["Max Mustermann"],"judged":{"written":{"move":{"plays":[{"square":[3,3],"direction":"down","word":"SIDEROSEN","span":{"line":3,"column":1,"text":"D4s SIDEROSE*N"},"small":[],"starred":[8],"eszett":[],"blanks":[],"last":null,"also":[],"claimed":86,"comment":null}],"swaps":[],"total_claimed":null},"faults":[],"span":{"line":3,"column":1,"text":"D4s SIDEROSE*N 86"}},"plays":[{"scored":{"square":[3,3],"direction":"down","words":[{"word":"SIDEROSEN","squares":[[3,3],[4,3],[5,3],[6,3],[7,3],[8,3],[9,3],[10,3],[11,3]],"sum_of_letters":9,"factor":4}],"new_tiles":[[[3,3],"S",false],[[4,3],"I",false],[[5,3],"D",false],[[6,3],"E",false],[[8,3],"O",false],[[9,3],"S",false],[[10,3],"E",false],[[11,3],"N",true]],"bonus":50},"verdicts":[{"_type":"Valid"}]}],"swaps":[],"faults":[],"rack_left":"","board":{"cells":"................................................S..............I...F..........D...O..........E...X.......BARRENDES.........O..............S..............E..............n........................................................"}},"tie":[],"lot":null},"top":{"points":86,"moves":[{"plays":[[[3,3],"down","SIDEROSEN",[[11,3]]]],"swaps":[]}],"is_exact":true},"board":{"cells":"................................................S..............I...F..........D...O..........E...X.......BARRENDES.........O..............S..............E..............n........................................................"},"kept":"","undecided":[],"undecided_policy":null}}','close:demo:3:0','2026-12-18 19:03:00.000000');
INSERT INTO events VALUES('demo',21,'LettersDrawn',1,'{"number":4,"draw":{"drawn":"AEEGHKLM","returned":"","rack":"AEEGHKLM","bag":"AAA\u00c4BCCDDEEEEEEEEEFGGHHHIIIIIJKLLMMMNNNNNNNNO\u00d6PQRRRRSSSSTTTTTTUUUUUU\u00dcVWYZ?","redraws":0,"is_relaxed":false,"by_hand":false},"at":"2026-12-18T19:03:00+00:00"}','open:demo:4:0','2026-12-18 19:03:00.000000');
INSERT INTO events VALUES('demo',22,'RoundOpened',1,'{"number":4,"deadline":"2026-12-25T19:00:00+00:00","rules":{"letters":8,"letters_first":7,"most_tiles":null,"plays":1,"moves":null,"counts":"first","bonus":{"points":50,"_type":"BonusForAll"},"extended":"premiums","start":null,"swap":true,"ties":["lot"],"late_joiner":"lowest","names":true,"accents":"refuse","axes":"columns","vowels":"A\u00c4EIO\u00d6U\u00dc","min_vowels":[],"min_consonants":[],"end":"final_round"},"is_final":false,"at":"2026-12-18T19:03:00+00:00"}','open:demo:4:0','2026-12-18 19:03:00.000000');
CREATE TABLE snapshots (
	game VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	payload TEXT NOT NULL, 
	CONSTRAINT pk_snapshots PRIMARY KEY (game), 
	CONSTRAINT fk_snapshots_game FOREIGN KEY(game) REFERENCES games (id)
);
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
	raw BLOB, listed_at DATETIME, is_adopted BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_inbox PRIMARY KEY (id), 
	CONSTRAINT uq_inbox_account_uid_validity_uid UNIQUE (account, uid_validity, uid)
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
CREATE TABLE blobs (
	sha256 VARCHAR NOT NULL, 
	data BLOB NOT NULL, 
	CONSTRAINT pk_blobs PRIMARY KEY (sha256)
);
CREATE TABLE segments (
	mail INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	data BLOB, 
	blob VARCHAR, 
	CONSTRAINT pk_segments PRIMARY KEY (mail, position), 
	CONSTRAINT fk_segments_blob FOREIGN KEY(blob) REFERENCES blobs (sha256), 
	CONSTRAINT fk_segments_mail FOREIGN KEY(mail) REFERENCES outbox (id) ON DELETE CASCADE
);
CREATE TABLE baselines (
	account VARCHAR NOT NULL, 
	uid_validity BIGINT NOT NULL, 
	uid_next BIGINT NOT NULL, 
	moment DATETIME NOT NULL, 
	since DATETIME, 
	CONSTRAINT pk_baselines PRIMARY KEY (account)
);
CREATE TABLE leases (
	name VARCHAR NOT NULL, 
	boot VARCHAR NOT NULL, 
	host VARCHAR NOT NULL, 
	pid INTEGER NOT NULL, 
	until DATETIME NOT NULL, 
	CONSTRAINT pk_leases PRIMARY KEY (name)
);
CREATE TABLE secrets (
	id INTEGER NOT NULL, 
	secret BLOB NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (id)
);
INSERT INTO secrets VALUES(1,X'59bb8493e421bd7a7223c07cdc473d0a7f46cf020a4620ea1313b8d351965611');
CREATE TABLE withheld_answers (
	id INTEGER NOT NULL, 
	recipient VARCHAR NOT NULL, 
	day DATE NOT NULL, 
	title TEXT NOT NULL, 
	round_tag VARCHAR NOT NULL, 
	move TEXT NOT NULL, 
	CONSTRAINT pk_withheld_answers PRIMARY KEY (id)
);
CREATE TABLE sender_notices (
	id INTEGER NOT NULL, 
	sender TEXT NOT NULL, 
	day DATE NOT NULL, 
	line TEXT, 
	CONSTRAINT pk_sender_notices PRIMARY KEY (id)
);
CREATE INDEX ix_events_game_kind_number ON events (game, kind, number);
CREATE INDEX ix_inbox_fingerprint ON inbox (fingerprint);
CREATE INDEX ix_inbox_state_is_filed ON inbox (state, is_filed);
CREATE INDEX ix_outbox_recorded_at ON outbox (recorded_at);
CREATE INDEX ix_outbox_state_due ON outbox (state, due);
CREATE INDEX ix_outbox_game_round_tag_kind_recipient ON outbox (game, round_tag, kind, recipient);
CREATE INDEX ix_segments_blob ON segments (blob);
CREATE INDEX ix_sender_notices_sender_day ON sender_notices (sender, day);
CREATE INDEX ix_inbox_has_move_listed_at ON inbox (has_move, listed_at);
COMMIT;
