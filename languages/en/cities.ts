/** Lists of time zones begin with this one. */
export const home = "America/New_York";

/** What the zones' cities are called, where that is not the last part of the zone's name. Most are CLDR's. */
export const cities = {
  Africa: `
    El_Aaiun El Aaiún; Lome Lomé; Ndjamena N’Djamena; Sao_Tome São Tomé`,
  America: `
    Araguaina Araguaína; Argentina/Cordoba Córdoba; Argentina/Rio_Gallegos Río Gallegos; Argentina/Tucuman Tucumán;
    Asuncion Asunción; Bahia_Banderas Bahía de Banderas; Belem Belém; Bogota Bogotá; Cancun Cancún;
    Ciudad_Juarez Ciudad Juárez; Cuiaba Cuiabá; Curacao Curaçao; Eirunepe Eirunepé; Indiana/Knox Knox, Indiana;
    Indiana/Marengo Marengo, Indiana; Indiana/Petersburg Petersburg, Indiana; Indiana/Tell_City Tell City, Indiana;
    Indiana/Vevay Vevay, Indiana; Indiana/Vincennes Vincennes, Indiana; Indiana/Winamac Winamac, Indiana;
    Kentucky/Monticello Monticello, Kentucky; Lower_Princes Lower Prince’s Quarter; Maceio Maceió; Mazatlan Mazatlán;
    Merida Mérida; Miquelon Saint-Pierre; Noronha Fernando de Noronha; North_Dakota/Beulah Beulah, North Dakota;
    North_Dakota/Center Center, North Dakota; North_Dakota/New_Salem New Salem, North Dakota; Santarem Santarém;
    Sao_Paulo São Paulo; Scoresbysund Ittoqqortoormiit; St_Barthelemy St. Barthélemy; St_Johns St. John’s;
    St_Kitts St. Kitts; St_Lucia St. Lucia; St_Thomas St. Thomas; St_Vincent St. Vincent`,
  Antarctica: `
    Casey Casey Station; DumontDUrville Dumont d’Urville Station; Macquarie Macquarie Island; Mawson Mawson Station;
    McMurdo McMurdo Station; Palmer Palmer Station; Rothera Rothera Station; Syowa Showa Station; Troll Troll Station;
    Vostok Vostok Station`,
  Asia: `
    Aqtau Aktau; Ho_Chi_Minh Ho Chi Minh City; Hovd Khovd; Macau Macau; Qostanay Kostanay; Qyzylorda Kyzylorda;
    Urumqi Ürümqi`,
  Atlantic: `
    Canary Canaries; Faroe Faroes; St_Helena St. Helena`,
  Australia: `
    Lord_Howe Lord Howe Island`,
  Europe: `
    Busingen Büsingen; Chisinau Chișinău; Tirane Tirana`,
  Indian: `
    Chagos Chagos Archipelago; Christmas Christmas Island; Cocos Cocos Islands; Comoro Comoros;
    Kerguelen Kerguelen Islands; Mahe Mahé; Reunion Réunion`,
  Pacific: `
    Chatham Chatham Islands; Easter Easter Island; Galapagos Galápagos Islands; Kanton Kanton Island;
    Kwajalein Kwajalein Atoll; Marquesas Marquesas Islands; Midway Midway Atoll; Norfolk Norfolk Island;
    Noumea Nouméa; Pitcairn Pitcairn Islands; Wake Wake Island; Wallis Wallis & Futuna`,
};
