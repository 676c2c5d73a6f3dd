import { describe, expect, test } from "bun:test";
import { withTitle as withSan } from "./ja/names.ts";
import { asSubject, treeCalled, withTitle as withNim } from "./ko/names.ts";

const words = (text: string) => text.trim().split(/\s*[,、\n]\s*/);

describe("Korean names", () => {
  test.each(
    words(`민지, 준, 미나, 김민수, 이서연, 박지훈, 최은샘, 정하늘, 강태양, 윤아영, 김도형, 이진형, 도형, 재형, 남궁민,
      유나, 세나, 하나, 소이, 유이, 지우, 아론, 루나, 가영, 나라, 한별, 새봄, 다온, 라온, 제갈공명, 이모젠, 샘, 소라, 이조, 김정조, 이반, 에반, 김동기, 김우리,
      Emma, Noah Kim, Jihoon, mina_04, Семён, 美咲, ミナ, 민지♥, 민지 🎄, 김민수(부산), user123, Meg, Grant, Theo`),
  )("%s gets 님", (name) => {
    expect(withNim(name)).toBe(`${name} 님`);
  });

  test.each(
    words(`김선생님, 김 선생님, 선생님, 고객님, 부모님, 스님, 대표님, 김쌤, 수학쌤, 은지샘, 민지씨, 민지 씨, 김 군, 이 양,
      엄마, 우리 엄마, 아빠, 지수맘, 어머니, 아버지, 할머니, 외할머니, 할아버지, 외할아버지, 이모, 큰이모, 고모, 삼촌, 외삼촌, 숙모,
      언니, 지은 언니, 오빠, 누나, 형, 큰형, 작은형, 민수형, 준이형, 동생, 막내동생, 사촌, 조카, 아들, 딸, 남편, 아내, 여보, 친구,
      고등학교 친구, 짝꿍, 후배, 산타, 지수네, 지수네 가족, 가족, 3반, 해바라기반, 2조, 디자인팀, 친구들, 3학년 2반 친구들, 독서 모임, 임직원 일동, 모두,
      민지 올림, 지훈 드림, 엄마가, 민지가, 익명, 누구게, 누구게?, 나야!, 나, From 민지, 할머니♥, 엄마 😘, 엄마(서울),
      Mom, Grandma, Dad, Mr. Lee, Ms. Park, Dr. Kim, Aunt May, Your friends, The Kims, Team Rocket`),
  )("%s stays as it is", (name) => {
    expect(withNim(name)).toBe(name);
  });

  test.each(words("김 대리, 박과장, 이교수, 최 원장, 민수 선배, 담임 선생, 정 목사, 김 코치"))(
    "%s, a position, gets 님 without a space",
    (name) => {
      expect(withNim(name)).toBe(`${name}님`);
    },
  );

  test.each([
    ["민지의 트리", "“민지의 트리”"],
    ["민지의 트리 🎄", "“민지의 트리 🎄”"],
    ["우리 반", "“우리 반” 트리"],
    ["트리하우스", "“트리하우스” 트리"],
  ])("the tree %s is called %s", (name, called) => {
    expect(treeCalled(name)).toBe(called);
  });
});

test.each([
  ["미나 님", "미나 님이"],
  ["할머니", "할머니가"],
  ["아들♥", "아들♥이"],
  ["트리 주인", "트리 주인이"],
  ["Mom", "Mom이(가)"],
])("%s is a subject as %s", (person, subject) => {
  expect(asSubject(person)).toBe(subject);
});

describe("Japanese names", () => {
  test.each(
    words(`ミナ、ジュン、美咲、田中、田中美咲、佐藤 健、阿部、服部、長谷部、渡部、ひより、さより、こより、たから、かよ、あかね、正友、
      翔太、陽菜、はると、ゆい、りく、ハナ、レオ、Emma、Emma Smith、Kenji、Jim、Theo、민지、王偉、ミナ♡、ミナ🎄、ミナ（大阪）、mina_04、メグ、サンタ、磯部、組田、あおい、めい、和夫、吾妻、孫正義、テサン、ジャッキー・チャン、クン、ファン`),
  )("%s gets さん", (name) => {
    expect(withSan(name)).toBe(`${name}さん`);
  });

  test.each(
    words(`おばあちゃん、おじいちゃん、ひいおばあちゃん、田中さん、ミナちゃん、けんくん、健君、田中様、お客さま、山田氏、みなたん、
      田中先生、たなかせんせい、先生、佐藤先輩、後輩、部長、鈴木課長、社長、店長、園長、山本コーチ、監督、教授、担任、
      ママ、パパ、ユイママ、母、父、祖母、ばあば、じいじ、ばーば、じーじ、バアバ、じじ、叔母、おば、おじ、姉、兄、兄貴、妹、弟、いとこ、妻、夫、ミナの夫、息子、娘、ミナの孫、ミナの大ファン、
      家族、田中家、田中家一同、スミスファミリー、職員一同、みんな、3年2組一同、3年B組、ひまわり組、クラス、Aチーム、サッカー部、吹奏楽部、テニス部、生徒会、友だち、友達、親友、ママ友、
      友だちたち、仲間、スタッフ、匿名、名無し、ないしょ、誰か、わたし、ぼく、ミナより、田中より、おばあちゃんより、ゆいより、ミナから、
      ミナだよ、ミナです、だれでしょう？、ミナ！、田中先生♡、ママ😘、おばあちゃん（仙台）、株式会社ツリー、
      Mom、Grandma、Mr. Lee、Dr. Smith、Aunt May、Your friends、From Emma`),
  )("%s stays as it is", (name) => {
    expect(withSan(name)).toBe(name);
  });
});
