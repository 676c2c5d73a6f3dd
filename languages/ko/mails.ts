import type { QueueCounts, TreeNews } from "#contract/mails";
import { dayInWords } from "../dates-in-words.ts";
import { type MailWords, sumOf } from "../mail-words.ts";
import { treeCalled } from "./names.ts";

/** “미나, 할머니, 친구 2명” */
const senders = ({ names, others }: TreeNews) => [...names, ...(others > 0 ? [`친구 ${others}명`] : [])].join(", ");
const waiting = ({ reports, texts }: QueueCounts) =>
  [...(reports > 0 ? [`신고 ${reports}건`] : []), ...(texts > 0 ? [`거부된 내용 ${texts}건`] : [])].join(", ");
const inDays = (days: number) => (days === 1 ? "내일" : `${days}일 후`);

const reasons: MailWords["reasons"] = {
  spam: "광고나 스팸",
  harassment: "괴롭힘",
  hate: "혐오 표현",
  sexual: "성적인 내용",
  threat: "위협",
  self_harm: "자해·자살 위험",
  private_information: "개인정보 노출",
  impersonation: "사칭",
  other: "커뮤니티 가이드라인 위반",
};

/** 메일에 쓰는 말, 한국어. */
export const ko: MailWords = {
  pushes: {
    push_gifts: "트리에 새 선물이 달렸어요",
    push_opens: "내 트리가 열렸어요",
    push_opened: "선물을 단 트리가 열렸어요",
    push_replied: "내가 단 선물에 하트가 왔어요",
  },
  mails: {
    confirm_email: {
      subject: () => "이메일을 인증해 주세요",
      lines: () => [
        "Tree Gifting에 오신 것을 환영해요! 이메일을 인증해 주세요. 그러면 트리가 열릴 때 알려 드리고, 비밀번호를 잊었을 때 도와드릴 수 있어요.",
        "링크는 24시간 동안 한 번만 쓸 수 있어요. 가입한 적이 없다면 이 메일은 무시해도 돼요.",
      ],
      link: "이메일 인증하기",
    },
    known_email: {
      subject: () => "이미 가입된 이메일이에요",
      lines: () => [
        "이미 가입된 이메일로 Tree Gifting 가입 요청이 있었어요. 바뀐 내용은 없어요.",
        "기존 비밀번호로 로그인해 주세요. 비밀번호를 잊었다면 재설정할 수 있어요.",
      ],
      link: "비밀번호 재설정하기",
    },
    reset_password: {
      subject: () => "로그인 링크를 보내 드려요",
      lines: ({ linkHours }) => [
        "이 링크로 비밀번호 없이 Tree Gifting에 로그인할 수 있어요. 새 비밀번호도 정할 수 있어요.",
        `링크는 ${linkHours}시간 동안 한 번만 쓸 수 있어요. 요청한 적이 없다면 이 메일은 무시해도 돼요. 아무것도 바뀌지 않아요.`,
      ],
      link: "로그인하기",
    },
    confirm_new_email: {
      subject: () => "새 이메일을 인증해 주세요",
      lines: () => [
        "Tree Gifting 계정의 이메일을 이 주소로 변경해 달라는 요청을 받았어요. 인증하기 전까지는 기존 이메일을 그대로 사용해요.",
        "링크는 24시간 동안 한 번만 쓸 수 있어요. 요청한 적이 없다면 이 메일은 무시해도 돼요.",
      ],
      link: "새 이메일 인증하기",
    },
    email_change_asked: {
      subject: () => "이메일 변경 요청이 있었어요",
      lines: () => [
        "Tree Gifting 계정의 이메일 변경 요청이 있었어요. 새 주소를 인증하면 변경돼요.",
        "본인이 아니라면 지금 비밀번호를 변경해 주세요. 그러면 요청이 취소되고 모든 기기에서 로그아웃돼요.",
      ],
      link: "비밀번호 재설정하기",
    },
    tree_opens: {
      subject: ({ treeName, daysLeft }) =>
        daysLeft === 0 ? `오늘 ${treeCalled(treeName)}가 열려요` : `${treeCalled(treeName)}가 열렸어요`,
      lines: ({ treeName, giftCount }) => [
        giftCount > 0
          ? `드디어 ${treeCalled(treeName)}가 열렸어요! 친구들의 선물이 기다리고 있어요.`
          : `드디어 ${treeCalled(treeName)}가 열렸어요! 아직 선물이 없지만 늦지 않았어요. 링크를 한 번 더 공유해 보세요.`,
        ...(giftCount > 0 ? ["메시지는 트리 페이지에서 볼 수 있어요. 메일에는 담지 않아요."] : []),
      ],
      link: "트리 열어 보기",
    },
    tree_digest: {
      subject: ({ news }) => {
        const tree = news.length === 1 ? treeCalled(news[0]?.treeName ?? "") : "내 트리";
        return `${tree}에 새 선물 ${sumOf(news)}개가 달렸어요`;
      },
      lines: ({ news }) => [
        ...news.map(
          (each) =>
            `${treeCalled(each.treeName)}에 새 선물 ${each.giftCount}개가 달렸어요. 보낸 사람: ${senders(each)}`,
        ),
        "메시지는 공개일부터 트리 페이지에서 볼 수 있어요. 메일에는 담지 않아요.",
      ],
      link: "선물 보러 가기",
    },
    tree_reminder: {
      subject: ({ treeName, daysLeft }) => `${inDays(daysLeft)} ${treeCalled(treeName)}가 열려요`,
      lines: ({ treeName, giftCount }) => [
        giftCount > 0
          ? `${treeCalled(treeName)}에 지금까지 선물 ${giftCount}개가 달렸어요. 아직 늦지 않았으니 선물을 달지 않은 친구들에게 링크를 공유해 보세요.`
          : `${treeCalled(treeName)}에 아직 선물이 없어요. 늦지 않았으니 친구들에게 링크를 공유해 보세요.`,
      ],
      link: "트리 공유하기",
    },
    tree_expires: {
      subject: ({ treeName, expiresOn }) => `${treeCalled(treeName)}가 ${expiresOn}에 삭제돼요`,
      lines: ({ treeName, expiresOn }) => [
        `${treeCalled(treeName)}가 열린 지 1년이 넘었어요. ${expiresOn}에 트리와 선물, 메시지가 모두 삭제되고, 그 뒤에는 복구할 수 없어요.`,
        "메시지를 간직하고 싶다면 트리 페이지에서 소장본을 저장하거나, 계정에서 파일로 내려받아 주세요.",
      ],
      link: "메시지 저장하기",
    },
    tree_unclaimed: {
      subject: ({ treeName, expiresOn }) => `${treeCalled(treeName)}가 ${expiresOn}에 삭제돼요`,
      lines: ({ treeName, expiresOn }) => [
        `아직 아무도 ${treeCalled(treeName)}를 받지 않았어요. ${expiresOn}에 트리와 선물, 메시지가 모두 삭제돼요.`,
        "트리를 받을 사람에게 링크를 전해 주세요. 링크는 트리 페이지에서 만들 수 있어요.",
      ],
      link: "링크 만들기",
    },
    tree_taken_down: {
      subject: ({ treeName }) => `${treeName ? treeCalled(treeName) : "내 트리"}의 게시가 중단됐어요`,
      lines: ({ treeName, reason, contactEmail }) => [
        `신고 담당자가 ${treeName ? treeCalled(treeName) : "내 트리"}의 게시를 중단했어요. 이제 방문자에게는 보이지 않아요. 이유: ${reasons[reason]}.`,
        contactEmail
          ? `잘못된 결정이라고 생각한다면 이 메일에 답장하거나 ${contactEmail} 주소로 알려 주세요.`
          : "잘못된 결정이라고 생각한다면 사이트 운영자에게 알려 주세요.",
      ],
      link: "내 트리 보기",
    },
    tree_restored: {
      subject: ({ treeName }) => `${treeName ? treeCalled(treeName) : "내 트리"}가 다시 게시됐어요`,
      lines: ({ treeName }) => [
        `이제 방문자가 ${treeName ? treeCalled(treeName) : "내 트리"}를 다시 볼 수 있어요. 선물과 메시지는 그대로예요.`,
      ],
      link: "내 트리 보기",
    },
    tree_shared_no_more: {
      subject: ({ treeName }) => `이제 ${treeCalled(treeName)}를 함께 볼 수 없어요`,
      lines: ({ treeName }) => [
        `이제 트리마다 주인이 한 명이에요. ${treeCalled(treeName)}는 만든 사람의 트리로 남고, 내 트리 목록에서는 사라져요. 메시지도 더는 읽을 수 없어요.`,
        "내가 만든 트리는 그대로예요.",
      ],
      link: "내 트리 보기",
    },
    moderation_queue: {
      subject: ({ queue }) =>
        queue.urgent > 0
          ? `긴급: 위협이나 자해 위험 신고 ${queue.urgent}건이 들어왔어요`
          : `검토할 항목이 있어요: ${waiting(queue)}`,
      lines: ({ queue }) => [
        `신고 담당자의 검토를 기다리고 있어요: ${waiting(queue)}`,
        ...(queue.urgent > 0
          ? [`위험에 처한 사람이 있을 수 있어요. 그중 ${queue.urgent}건은 위협이나 자해 위험에 대한 신고예요.`]
          : []),
        "다른 신고 담당자가 받고 있다면, 같은 페이지에서 이 메일을 끌 수 있어요.",
      ],
      link: "지금 검토하기",
    },
  },
  reasons,
  day: (day) => dayInWords(day, "ko-KR", { hasWeekday: false }),
  why: (siteUrl) => `Tree Gifting 회원님께 보내 드리는 메일이에요: ${siteUrl}`,
  unsubscribe: (url) => `수신 거부: ${url}`,
  settings: (accountUrl) => `공개일 알림 메일은 계정 설정에서 끌 수 있어요: ${accountUrl}`,
};
