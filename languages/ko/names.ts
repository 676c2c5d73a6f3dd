import { apart } from "#contract/characters";
import { LATIN_TITLES, undecorated } from "../latin-titles.ts";

/** 직함: 님이 붙어야 하지만 띄어 쓰지 않는다. */
const JOBS =
  /(?:선생|교수|선배|원장|교장|교감|대리|과장|차장|부장|실장|국장|사장|팀장|회장|대표|소장|코치|감독|박사|작가|기사|간호사|변호사|목사|전도사|집사|권사|장로|신부|수녀)$/;

const FAMILY =
  /(?:엄마|아빠|마미|대디|파파|[가-힣]맘|어머니|아버지|어머님|아버님|할머니|할아버지|할미|할비|할매|할배|이모|이모부|고모|고모부|숙모|삼촌|큰아버지|작은아버지|언니|오빠|누나|누이|동생|형부|형수|매형|매부|처제|처형|사촌|조카|아들|딸|손주|손녀|손자|남편|아내|와이프|신랑|여보|자기|가족|식구|친구|단짝|짝꿍|베프|절친|후배|반장|이웃|산타|산타클로스)$/;

/** 이미 높였거나, 여럿이거나, 인사말처럼 쓴 이름. */
const OTHERS =
  /(?:님|씨|쌤|(?<![은예한새찬])(?<=[가-힣])샘|귀하|\s군|\s양|들|네|일동|모두|(?:[\d\s]|[가-힣]{2})반|\d\s?조|[가-힣A-Za-z]\s?팀|모임|동아리|동호회|동창회|학생회|올림|드림|보냄|씀|[가-힣]{2}가|누구게|나야|비밀|익명|[.!?…。！？])$|^(?:나|저|우리|From|from)(?:$|\s)/;

/** 형: 김도형은 이름이고, 민수형이나 큰형은 아니다. */
const BROTHER = /형$/;
const NAMED_HYEONG = /^[김이박최정강조윤장임한오서신권황안송전홍]?(?![큰작친])[가-힣]형$/;

/** 이름에 님을 붙인다: `민지 님`. 이미 높인 이름이나 가족은 그대로 두고(`김 선생님`, `할머니`), 직함에는 붙여 쓴다(`이 대리님`). */
export function withTitle(name: string): string {
  const bare = undecorated(name);
  if (JOBS.test(bare)) return `${apart(name)}님`;
  const isTitled = [FAMILY, OTHERS, LATIN_TITLES].some((titled) => titled.test(bare));
  return isTitled || (BROTHER.test(bare) && !NAMED_HYEONG.test(bare)) ? apart(name) : `${apart(name)} 님`;
}

/** 트리 이름을 따옴표로 묶는다. 트리로 끝나지 않는 이름에만 트리를 붙인다: `“민지의 트리”`, `“크리스마스” 트리`. */
export const treeCalled = (name: string): string => `“${apart(name)}”${/트리$/.test(undecorated(name)) ? "" : " 트리"}`;

/** 사람을 주어로 쓴다. 조사는 마지막 글자에 맞춘다: `미나 님이`, `할머니가`. */
export function asSubject(person: string): string {
  const syllable = (undecorated(person).at(-1) ?? "").charCodeAt(0) - 0xac00;
  if (!(syllable >= 0 && syllable < 11_172)) return `${person}이(가)`;
  return `${person}${syllable % 28 > 0 ? "이" : "가"}`;
}
