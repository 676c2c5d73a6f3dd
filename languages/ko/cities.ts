/** 시간대 목록은 여기에서 시작한다. */
export const home = "Asia/Seoul";

/** 시간대를 대표하는 도시의 이름. 대부분 CLDR에서 가져왔다. */
export const cities = {
  Africa: `
    Abidjan 아비장; Accra 아크라; Addis_Ababa 아디스아바바; Algiers 알제; Asmara 아스마라; Bamako 바마코; Bangui 방기; Banjul 반줄; Bissau 비사우;
    Blantyre 블랜타이어; Brazzaville 브라자빌; Bujumbura 부줌부라; Cairo 카이로; Casablanca 카사블랑카; Ceuta 세우타; Conakry 코나크리; Dakar 다카르;
    Dar_es_Salaam 다르에스살람; Djibouti 지부티; Douala 두알라; El_Aaiun 엘아이운; Freetown 프리타운; Gaborone 가보로네; Harare 하라레;
    Johannesburg 요하네스버그; Juba 주바; Kampala 캄팔라; Khartoum 카르툼; Kigali 키갈리; Kinshasa 킨샤사; Lagos 라고스; Libreville 리브르빌;
    Lome 로메; Luanda 루안다; Lubumbashi 루붐바시; Lusaka 루사카; Malabo 말라보; Maputo 마푸토; Maseru 마세루; Mbabane 음바바네;
    Mogadishu 모가디슈; Monrovia 몬로비아; Nairobi 나이로비; Ndjamena 엔자메나; Niamey 니아메; Nouakchott 누악쇼트; Ouagadougou 와가두구;
    Porto-Novo 포르토노보; Sao_Tome 상투메; Tripoli 트리폴리; Tunis 튀니스; Windhoek 빈트후크`,
  America: `
    Adak 에이닥; Anchorage 앵커리지; Anguilla 앵귈라; Antigua 안티과; Araguaina 아라과이나; Argentina/Buenos_Aires 부에노스아이레스;
    Argentina/Catamarca 카타마르카; Argentina/Cordoba 코르도바; Argentina/Jujuy 후후이; Argentina/La_Rioja 라 리오하;
    Argentina/Mendoza 멘도사; Argentina/Rio_Gallegos 리오 가예고스; Argentina/Salta 살타; Argentina/San_Juan 산후안;
    Argentina/San_Luis 산루이스; Argentina/Tucuman 투쿠만; Argentina/Ushuaia 우수아이아; Aruba 아루바; Asuncion 아순시온; Atikokan 아티코칸;
    Bahia 바이아; Bahia_Banderas 바이아 반데라스; Barbados 바베이도스; Belem 벨렘; Belize 벨리즈; Blanc-Sablon 블랑 사블롱; Boa_Vista 보아 비스타;
    Bogota 보고타; Boise 보이시; Cambridge_Bay 케임브리지 베이; Campo_Grande 캄포 그란데; Cancun 칸쿤; Caracas 카라카스; Cayenne 카옌;
    Cayman 케이맨; Chicago 시카고; Chihuahua 치와와; Ciudad_Juarez 시우다드후아레스; Costa_Rica 코스타리카; Coyhaique 코이아이케; Creston 크레스톤;
    Cuiaba 쿠이아바; Curacao 퀴라소; Danmarkshavn 덴마크샤븐; Dawson 도슨; Dawson_Creek 도슨크릭; Denver 덴버; Detroit 디트로이트;
    Dominica 도미니카; Edmonton 에드먼턴; Eirunepe 아이루네페; El_Salvador 엘살바도르; Fort_Nelson 포트 넬슨; Fortaleza 포르탈레자;
    Glace_Bay 글라스베이; Goose_Bay 구즈베이; Grand_Turk 그랜드 터크; Grenada 그레나다; Guadeloupe 과들루프; Guatemala 과테말라; Guayaquil 과야킬;
    Guyana 가이아나; Halifax 핼리팩스; Havana 하바나; Hermosillo 에르모시요; Indiana/Indianapolis 인디애나폴리스; Indiana/Knox 인디애나주 녹스;
    Indiana/Marengo 인디애나주 머렝고; Indiana/Petersburg 인디애나주 피터즈버그; Indiana/Tell_City 인디애나주 텔시티; Indiana/Vevay 인디애나주 비비;
    Indiana/Vincennes 인디애나주 빈센스; Indiana/Winamac 인디애나주 위너맥; Inuvik 이누빅; Iqaluit 이칼루이트; Jamaica 자메이카; Juneau 주노;
    Kentucky/Louisville 루이빌; Kentucky/Monticello 켄터키주 몬티첼로; Kralendijk 크라렌디즈크; La_Paz 라파스; Lima 리마;
    Los_Angeles 로스앤젤레스; Lower_Princes 로워 프린스 쿼터; Maceio 마세이오; Managua 마나과; Manaus 마나우스; Marigot 마리곳; Martinique 마티니크;
    Matamoros 마타모로스; Mazatlan 마사틀란; Menominee 메노미니; Merida 메리다; Metlakatla 메틀라카틀라; Mexico_City 멕시코시티; Miquelon 생피에르;
    Moncton 몽턴; Monterrey 몬테레이; Montevideo 몬테비데오; Montserrat 몬세라트; Nassau 나소; New_York 뉴욕; Nome 놈; Noronha 노로냐;
    North_Dakota/Beulah 노스다코타주 베라; North_Dakota/Center 노스다코타주 센터; North_Dakota/New_Salem 노스다코타주 뉴살렘; Nuuk 누크;
    Ojinaga 오히나가; Panama 파나마; Paramaribo 파라마리보; Phoenix 피닉스; Port-au-Prince 포르토프랭스; Port_of_Spain 포트오브스페인;
    Porto_Velho 포르투벨류; Puerto_Rico 푸에르토리코; Punta_Arenas 푼타아레나스; Rankin_Inlet 랭킹 인렛; Recife 레시페; Regina 리자이나;
    Resolute 리졸루트; Rio_Branco 히우 브랑쿠; Santarem 산타렘; Santiago 산티아고; Santo_Domingo 산토도밍고; Sao_Paulo 상파울루;
    Scoresbysund 이토코르토르미트; Sitka 싯카; St_Barthelemy 생바르텔레미; St_Johns 세인트존스; St_Kitts 세인트키츠; St_Lucia 세인트루시아;
    St_Thomas 세인트토마스; St_Vincent 세인트빈센트; Swift_Current 스위프트커런트; Tegucigalpa 테구시갈파; Thule 툴레; Tijuana 티후아나;
    Toronto 토론토; Tortola 토르톨라; Vancouver 밴쿠버; Whitehorse 화이트호스; Winnipeg 위니펙; Yakutat 야쿠타트`,
  Antarctica: `
    Casey 케이시; Davis 데이비스; DumontDUrville 뒤몽 뒤르빌; Macquarie 맥쿼리; Mawson 모슨; McMurdo 맥머도; Palmer 파머; Rothera 로데라;
    Syowa 쇼와; Troll 트롤; Vostok 보스토크`,
  Arctic: `
    Longyearbyen 롱이어비엔`,
  Asia: `
    Aden 아덴; Almaty 알마티; Amman 암만; Anadyr 아나디리; Aqtau 아크타우; Aqtobe 악토브; Ashgabat 아슈하바트; Atyrau 아티라우; Baghdad 바그다드;
    Bahrain 바레인; Baku 바쿠; Bangkok 방콕; Barnaul 바르나울; Beirut 베이루트; Bishkek 비슈케크; Brunei 브루나이; Chita 치타; Colombo 콜롬보;
    Damascus 다마스쿠스; Dhaka 다카; Dili 딜리; Dubai 두바이; Dushanbe 두샨베; Famagusta 파마구스타; Gaza 가자; Hebron 헤브론; Ho_Chi_Minh 호찌민;
    Hong_Kong 홍콩; Hovd 호브드; Irkutsk 이르쿠츠크; Jakarta 자카르타; Jayapura 자야푸라; Jerusalem 예루살렘; Kabul 카불; Kamchatka 캄차카;
    Karachi 카라치; Kathmandu 카트만두; Khandyga 한디가; Kolkata 콜카타; Krasnoyarsk 크라스노야르스크; Kuala_Lumpur 쿠알라룸푸르; Kuching 쿠칭;
    Kuwait 쿠웨이트; Macau 마카오; Magadan 마가단; Makassar 마카사르; Manila 마닐라; Muscat 무스카트; Nicosia 니코시아; Novokuznetsk 노보쿠즈네츠크;
    Novosibirsk 노보시비르스크; Omsk 옴스크; Oral 오랄; Phnom_Penh 프놈펜; Pontianak 폰티아나크; Pyongyang 평양; Qatar 카타르; Qostanay 코스타나이;
    Qyzylorda 키질로르다; Riyadh 리야드; Sakhalin 사할린; Samarkand 사마르칸트; Seoul 서울; Shanghai 상하이; Singapore 싱가포르;
    Srednekolymsk 스레드네콜림스크; Taipei 타이베이; Tashkent 타슈켄트; Tbilisi 트빌리시; Tehran 테헤란; Thimphu 팀부; Tokyo 도쿄; Tomsk 톰스크;
    Ulaanbaatar 울란바토르; Urumqi 우루무치; Ust-Nera 우스티네라; Vientiane 비엔티안; Vladivostok 블라디보스토크; Yakutsk 야쿠츠크; Yangon 양곤;
    Yekaterinburg 예카테린부르크; Yerevan 예레반`,
  Atlantic: `
    Azores 아조레스; Bermuda 버뮤다; Canary 카나리아 제도; Cape_Verde 카보 베르데; Faroe 페로 제도; Madeira 마데이라; Reykjavik 레이캬비크;
    South_Georgia 사우스조지아; St_Helena 세인트 헬레나; Stanley 스탠리`,
  Australia: `
    Adelaide 애들레이드; Brisbane 브리스베인; Broken_Hill 브로컨힐; Darwin 다윈; Eucla 유클라; Hobart 호바트; Lindeman 린데만; Lord_Howe 로드 하우;
    Melbourne 멜버른; Perth 퍼스; Sydney 시드니`,
  Europe: `
    Amsterdam 암스테르담; Andorra 안도라; Astrakhan 아스트라한; Athens 아테네; Belgrade 베오그라드; Berlin 베를린; Bratislava 브라티슬라바;
    Brussels 브뤼셀; Bucharest 부쿠레슈티; Budapest 부다페스트; Busingen 뷔지겐; Chisinau 키시나우; Copenhagen 코펜하겐; Dublin 더블린;
    Gibraltar 지브롤터; Guernsey 건지; Helsinki 헬싱키; Isle_of_Man 맨섬; Istanbul 이스탄불; Jersey 저지; Kaliningrad 칼리닌그라드;
    Kirov 키로프; Kyiv 키이우; Lisbon 리스본; Ljubljana 류블랴나; London 런던; Luxembourg 룩셈부르크; Madrid 마드리드; Malta 몰타;
    Mariehamn 마리에함; Minsk 민스크; Monaco 모나코; Moscow 모스크바; Oslo 오슬로; Paris 파리; Podgorica 포드고리차; Prague 프라하; Riga 리가;
    Rome 로마; Samara 사마라; San_Marino 산마리노; Sarajevo 사라예보; Saratov 사라토프; Simferopol 심페로폴; Skopje 스코페; Sofia 소피아;
    Stockholm 스톡홀름; Tallinn 탈린; Tirane 티라나; Ulyanovsk 울리야노프스크; Vaduz 파두츠; Vatican 바티칸; Vienna 빈; Vilnius 빌니우스;
    Volgograd 볼고그라트; Warsaw 바르샤바; Zagreb 자그레브; Zurich 취리히`,
  Indian: `
    Antananarivo 안타나나리보; Chagos 차고스; Christmas 크리스마스섬; Cocos 코코스; Comoro 코모로; Kerguelen 케르켈렌; Mahe 마헤; Maldives 몰디브;
    Mauritius 모리셔스; Mayotte 마요트; Reunion 레위니옹`,
  Pacific: `
    Apia 아피아; Auckland 오클랜드; Bougainville 부갱빌; Chatham 채텀; Chuuk 추크; Easter 이스터섬; Efate 에파테; Fakaofo 파카오푸; Fiji 피지;
    Funafuti 푸나푸티; Galapagos 갈라파고스; Gambier 감비어; Guadalcanal 과달카날; Guam 괌; Honolulu 호놀룰루; Kanton 칸톤; Kiritimati 키리티마티;
    Kosrae 코스레; Kwajalein 콰잘렌; Majuro 마주로; Marquesas 마퀘사스; Midway 미드웨이; Nauru 나우루; Niue 니우에; Norfolk 노퍽; Noumea 누메아;
    Pago_Pago 파고파고; Palau 팔라우; Pitcairn 핏케언; Pohnpei 폰페이; Port_Moresby 포트모르즈비; Rarotonga 라로통가; Saipan 사이판; Tahiti 타히티;
    Tarawa 타라와; Tongatapu 통가타푸; Wake 웨이크; Wallis 월리스`,
};
