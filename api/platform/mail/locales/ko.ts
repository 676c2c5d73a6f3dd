import { dayInWords } from "../day-in-words.ts";
import type { Words } from "./types.ts";

const reasons: Words["reasons"] = {
  spam: "광고나 스팸",
  harassment: "누군가를 괴롭힘",
  hate: "혐오를 퍼뜨림",
  sexual: "성적인 내용",
  threat: "누군가를 위협함",
  self_harm: "누군가 자신을 해칠 수 있음",
  private_information: "개인 정보를 드러냄",
  impersonation: "다른 사람인 척함",
  other: "커뮤니티 가이드라인을 어김",
};

/** 메일에 쓰는 말, 한국어. */
export const ko: Words = {
  mails: {
    confirm_email: {
      subject: () => "이메일 주소를 확인해 주세요",
      lines: () => [
        "Tree Gifting에 오신 것을 환영해요! 이 주소가 본인의 것인지 확인해 주세요. 그래야 트리가 열릴 때 알려 드리고, 비밀번호를 잊었을 때 도와드릴 수 있어요.",
        "링크는 24시간 동안 한 번만 쓸 수 있어요. 가입하신 적이 없다면 아무것도 하지 않으셔도 돼요.",
      ],
      link: "이 주소 확인하기",
    },
    known_email: {
      subject: () => "이미 계정이 있어요",
      lines: () => [
        "누군가, 아마도 본인이, 이 주소로 Tree Gifting에 가입하려고 했어요. 이 주소에는 이미 계정이 있고, 바뀐 것은 없어요.",
        "쓰시던 비밀번호로 로그인해 주세요. 비밀번호를 잊으셨다면 새로 정할 수 있어요.",
      ],
      link: "새 비밀번호 정하기",
    },
    reset_password: {
      subject: () => "새 비밀번호를 정해 주세요",
      lines: () => [
        "누군가, 아마도 본인이, Tree Gifting에서 새 비밀번호를 요청했어요. 링크를 열어 새로 정해 주세요. 다른 모든 기기에서는 로그아웃돼요.",
        "링크는 한 시간 동안 한 번만 쓸 수 있어요. 요청하신 적이 없다면 아무것도 하지 않으셔도 돼요. 비밀번호는 그대로예요.",
      ],
      link: "새 비밀번호 정하기",
    },
    confirm_new_email: {
      subject: () => "새 이메일 주소를 확인해 주세요",
      lines: () => [
        "Tree Gifting 계정의 주소를 이 주소로 바꾸려고 하셨어요. 본인의 주소인지 확인해 주세요.",
        "링크는 24시간 동안 한 번만 쓸 수 있어요. 그때까지는 예전 주소가 그대로 쓰여요. 모르는 일이라면 아무것도 하지 않으셔도 돼요.",
      ],
      link: "이 주소 확인하기",
    },
    email_change_asked: {
      subject: () => "이메일 주소가 곧 바뀌어요",
      lines: () => [
        "비밀번호를 아는 누군가가, 아마도 본인이, Tree Gifting 계정의 이메일 주소를 바꾸려고 해요. 새 주소가 확인되면 바뀌어요.",
        "본인이 아니라면 지금 새 비밀번호를 정해 주세요. 그러면 주소가 바뀌지 않고, 다른 모든 기기에서 로그아웃돼요.",
      ],
      link: "새 비밀번호 정하기",
    },
    tree_opens: {
      subject: ({ treeName, isOpeningToday }) =>
        isOpeningToday ? `오늘 “${treeName}” 트리가 열려요` : `“${treeName}” 트리가 열렸어요`,
      lines: ({ treeName, giftCount }) => [
        giftCount > 0
          ? `드디어 그날이에요. “${treeName}” 트리가 열렸어요. 친구들의 선물이 기다리고 있어요.`
          : `드디어 그날이에요. “${treeName}” 트리가 열렸어요. 아직 선물이 없지만 지금도 걸 수 있어요. 링크를 한 번 더 나눠 보세요.`,
        "메시지는 본인만 읽을 수 있어요. 메일에는 절대 담지 않고, 트리 페이지에서만 보여 드려요.",
      ],
      link: "트리 열어 보기",
    },
    tree_expires: {
      subject: ({ treeName, expiresOn }) => `“${treeName}” 트리가 ${expiresOn}에 삭제돼요`,
      lines: ({ treeName, expiresOn }) => [
        `“${treeName}” 트리가 열린 지 1년이 넘었어요. ${expiresOn}에 트리와 모든 선물, 메시지가 삭제되고, 그 뒤에는 되돌릴 수 없어요.`,
        "메시지를 간직하려면 인쇄하거나 모두 파일로 저장해 주세요. 트리 페이지에서 할 수 있어요.",
      ],
      link: "모두 간직하기",
    },
    tree_taken_down: {
      subject: ({ treeName }) => `“${treeName}” 트리가 내려졌어요`,
      lines: ({ treeName, reason, contactEmail }) => [
        `운영자가 “${treeName}” 트리를 내렸고, 이제 본인에게만 보여요. 이유: ${reasons[reason]}.`,
        contactEmail
          ? `잘못된 결정이라고 생각하시면 이 메일에 답장하거나 ${contactEmail}로 알려 주세요.`
          : "잘못된 결정이라고 생각하시면 사이트 운영자에게 알려 주세요.",
      ],
      link: "트리 보기",
    },
  },
  reasons,
  day: (day) => dayInWords(day, "ko-KR"),
  why: (siteUrl) => `이 메일은 ${siteUrl} 계정 때문에 보내 드려요.`,
  settings: (accountUrl) => `트리가 열릴 때 받는 메일은 계정 페이지에서 끌 수 있어요: ${accountUrl}`,
};
