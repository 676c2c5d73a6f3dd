/** Las listas de zonas horarias empiezan por esta. */
export const home = "America/Mexico_City";

/** Cómo se llaman las ciudades de las zonas, si no es la última parte del nombre de la zona. La mayoría, como en CLDR. */
export const cities = {
  Africa: `
    Abidjan Abiyán; Accra Acra; Addis_Ababa Adís Abeba; Algiers Argel; Bissau Bisáu; Cairo El Cairo;
    Dar_es_Salaam Dar es-Salam; Djibouti Yibuti; Douala Duala; El_Aaiun El Aaiún; Johannesburg Johannesburgo;
    Juba Yuba; Khartoum Jartum; Kinshasa Kinsasa; Lome Lomé; Mogadishu Mogadiscio; Ndjamena Yamena;
    Nouakchott Nuakchot; Ouagadougou Uagadugú; Porto-Novo Portonovo; Sao_Tome Santo Tomé; Tripoli Trípoli; Tunis Túnez`,
  America: `
    Anguilla Anguila; Araguaina Araguaína; Argentina/Cordoba Córdoba; Argentina/Rio_Gallegos Río Gallegos;
    Argentina/Tucuman Tucumán; Asuncion Asunción; Bahia Bahía; Bahia_Banderas Bahía de Banderas; Belem Belém;
    Belize Belice; Bogota Bogotá; Cancun Cancún; Cayenne Cayena; Cayman Islas Caimán; Ciudad_Juarez Ciudad Juárez;
    Cuiaba Cuiabá; Curacao Curazao; Eirunepe Eirunepé; Grand_Turk Gran Turca; Grenada Granada;
    Guadeloupe Guadalupe; Havana La Habana; Indiana/Indianapolis Indianápolis; Indiana/Knox Knox, Indiana;
    Indiana/Marengo Marengo, Indiana; Indiana/Petersburg Petersburg, Indiana; Indiana/Tell_City Tell City, Indiana;
    Indiana/Vevay Vevay, Indiana; Indiana/Vincennes Vincennes, Indiana; Indiana/Winamac Winamac, Indiana;
    Kentucky/Monticello Monticello, Kentucky; Los_Angeles Los Ángeles; Lower_Princes Lower Prince’s Quarter;
    Maceio Maceió; Manaus Manaos; Martinique Martinica; Mazatlan Mazatlán; Merida Mérida;
    Mexico_City Ciudad de México; Miquelon Miquelón; Nassau Nasáu; New_York Nueva York;
    Noronha Fernando de Noronha; North_Dakota/Beulah Beulah, Dakota del Norte;
    North_Dakota/Center Center, Dakota del Norte; North_Dakota/New_Salem New Salem, Dakota del Norte;
    Panama Panamá; Port-au-Prince Puerto Príncipe; Port_of_Spain Puerto España; Santarem Santarém;
    Sao_Paulo São Paulo; Scoresbysund Ittoqqortoormiit; St_Barthelemy San Bartolomé; St_Johns San Juan de Terranova;
    St_Kitts San Cristóbal; St_Lucia Santa Lucía; St_Thomas Santo Tomás; St_Vincent San Vicente; Tortola Tórtola`,
  Antarctica: `
    Casey Base Casey; Davis Base Davis; DumontDUrville Base Dumont d’Urville; Macquarie Isla Macquarie;
    Mawson Base Mawson; McMurdo Base McMurdo; Palmer Base Palmer; Rothera Base Rothera; Syowa Base Showa;
    Troll Base Troll; Vostok Base Vostok`,
  Asia: `
    Amman Ammán; Anadyr Anádyr; Aqtau Aktau; Aqtobe Aktobe; Ashgabat Asjabad; Baghdad Bagdad; Bahrain Baréin;
    Baku Bakú; Barnaul Barnaúl; Brunei Brunéi; Chita Chitá; Damascus Damasco; Dhaka Daca; Dubai Dubái;
    Dushanbe Dusambé; Hebron Hebrón; Ho_Chi_Minh Ciudad Ho Chi Minh; Jakarta Yakarta; Jerusalem Jerusalén;
    Kathmandu Katmandú; Kolkata Calcuta; Macau Macao; Magadan Magadán; Makassar Makasar; Muscat Mascate;
    Qatar Catar; Qostanay Kostanái; Qyzylorda Kyzylorda; Riyadh Riad; Sakhalin Sajalín; Samarkand Samarcanda;
    Seoul Seúl; Shanghai Shanghái; Singapore Singapur; Srednekolymsk Srednekolimsk; Taipei Taipéi; Tashkent Taskent;
    Tbilisi Tiflis; Tehran Teherán; Thimphu Timbu; Tokyo Tokio; Ulaanbaatar Ulán Bator; Urumqi Ürümqi;
    Vientiane Vientián; Yangon Rangún; Yekaterinburg Ekaterimburgo; Yerevan Ereván`,
  Atlantic: `
    Bermuda Bermudas; Canary Islas Canarias; Cape_Verde Cabo Verde; Faroe Islas Feroe; Reykjavik Reikiavik;
    South_Georgia Georgia del Sur; St_Helena Santa Elena`,
  Australia: `
    Adelaide Adelaida; Lord_Howe Isla Lord Howe; Sydney Sídney`,
  Europe: `
    Amsterdam Ámsterdam; Astrakhan Astracán; Athens Atenas; Belgrade Belgrado; Berlin Berlín; Brussels Bruselas;
    Bucharest Bucarest; Busingen Büsingen; Chisinau Chisináu; Copenhagen Copenhague; Dublin Dublín;
    Isle_of_Man Isla de Man; Istanbul Estambul; Kaliningrad Kaliningrado; Kirov Kírov; Kyiv Kiev; Lisbon Lisboa;
    Ljubljana Liubliana; London Londres; Luxembourg Luxemburgo; Monaco Mónaco; Moscow Moscú; Paris París;
    Prague Praga; Rome Roma; Saratov Sarátov; Simferopol Simferópol; Skopje Skopie; Sofia Sofía;
    Stockholm Estocolmo; Tallinn Tallin; Tirane Tirana; Ulyanovsk Uliánovsk; Vatican El Vaticano; Vienna Viena;
    Vilnius Vilna; Volgograd Volgogrado; Warsaw Varsovia; Zurich Zúrich`,
  Indian: `
    Chagos Archipiélago de Chagos; Christmas Isla de Navidad; Cocos Islas Cocos; Comoro Comoras;
    Kerguelen Islas Kerguelen; Mahe Mahé; Maldives Maldivas; Mauritius Mauricio; Reunion Reunión`,
  Pacific: `
    Chatham Islas Chatham; Easter Isla de Pascua; Fiji Fiyi; Galapagos Islas Galápagos; Honolulu Honolulú;
    Kanton Isla Kanton; Kwajalein Atolón Kwajalein; Marquesas Islas Marquesas; Midway Atolón Midway;
    Norfolk Isla Norfolk; Noumea Numea; Palau Palaos; Pitcairn Islas Pitcairn; Saipan Saipán; Tahiti Tahití;
    Wake Isla Wake; Wallis Wallis y Futuna`,
};
