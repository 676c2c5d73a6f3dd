import {
  BODY_MAX_BYTES,
  COMBINING_MARKS_MAX,
  MESSAGE_MAX,
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  REPORT_DETAILS_MAX,
  SENDER_NAME_MAX,
  SHARE_CODE_LENGTH,
  TREE_NAME_MAX,
} from "#contract/limits";
import { URGENT_REASONS } from "#contract/moderation";
import type { GuideParts } from "../en/guide-parts.ts";

const number = new Intl.NumberFormat("ko");
const characters = (max: number) => `1~${number.format(max)}자`;
const urgent = URGENT_REASONS.map((reason) => `\`${reason}\``).join(" 또는 ");
const UNITS = { hour: "시간", minute: "분", second: "초" };

/** 이용 가이드의 목록과 표에 쓰는 말, 한국어. */
export const guideParts: GuideParts = {
  operator: { first: "이 사이트의 운영자", within: "이 사이트의 운영자" },
  contact: "문의는 {email} 주소로 보내 주세요.",
  quoted: (words) => `‘${words}’`,
  gifts: {
    about: (picture, shownFirstFor) =>
      `${picture}${shownFirstFor.length > 0 ? ` · 먼저 보이는 트리: ${shownFirstFor.join(", ")}` : ""}`,
  },
  span: (count, unit) => `${count}${UNITS[unit]}`,
  errors: {
    label: "오류 코드",
    columns: ["상태 코드", "오류 코드", "의미와 해결 방법"],
    meanings: {
      invalid_code: `트리 코드는 대소문자를 구분하는 영문·숫자 ${SHARE_CODE_LENGTH}자리예요. 코드나 링크를 확인하세요.`,
      validation_failed: "누락됐거나 잘못된 필드가 있어요. `details`에서 필드를 확인하고 고쳐서 다시 요청하세요.",
      invalid_json: "요청 본문이 UTF-8로 인코딩된 올바른 JSON이 아니에요. JSON 객체 하나를 보내세요.",
      invalid_cursor:
        "커서가 올바르지 않아요. `cursor` 없이 처음부터 조회하고, 그다음부터는 응답의 `page.next` 값을 사용하세요.",
      tree_not_found: "트리 코드에 해당하는 트리가 없어요. 받은 코드나 링크를 확인하세요.",
      message_not_found: "트리에 해당 메시지가 없어요. 삭제됐을 수 있어요.",
      route_not_found: "존재하지 않는 엔드포인트예요. `GET /v1`에서 사용할 수 있는 엔드포인트를 확인하세요.",
      method_not_allowed: "허용되지 않는 메서드예요. `Allow` 헤더에서 허용되는 메서드를 확인하세요.",
      tree_paused: "지금은 선물을 받지 않는 트리예요. 나중에 다시 시도하세요.",
      idempotency_in_progress:
        "같은 `Idempotency-Key`를 사용한 요청을 처리하고 있어요. 1초 뒤에 다시 요청하면 그 응답을 받을 수 있어요.",
      body_too_large: `요청 본문이 ${BODY_MAX_BYTES / 1024} KiB보다 커요. 크기를 줄여서 보내세요.`,
      unsupported_media_type:
        "요청 본문의 형식이 JSON이 아니에요. `Content-Type: application/json` 헤더와 함께 JSON으로 보내세요.",
      idempotency_key_reused: "다른 본문에 이미 사용한 `Idempotency-Key`예요. 같은 본문을 보내거나 새 키를 사용하세요.",
      content_rejected: "불쾌감을 줄 수 있는 표현이 있어요. `details`에서 필드를 확인하고, 표현을 바꿔 다시 보내세요.",
      rate_limited:
        "요청이 너무 많아요. `details`에서 어떤 한도인지 확인하고, `Retry-After`에 적힌 시간만큼 기다린 뒤 다시 시도하세요.",
      internal_error: "서버 오류가 발생했어요. 다시 시도하고, 계속 발생하면 요청 ID와 함께 알려 주세요.",
      service_unavailable: "일시적으로 서비스를 이용할 수 없어요. 몇 초 뒤에 다시 시도하세요.",
    },
  },
  limits: {
    label: "길이와 크기",
    columns: ["항목", "한도"],
    rows: [
      ["트리 코드", `영문·숫자 ${SHARE_CODE_LENGTH}자리, 대소문자 구분`],
      ["보낸 사람의 이름", `${characters(SENDER_NAME_MAX)}, 한 줄`],
      ["메시지", `${characters(MESSAGE_MAX)}, 줄바꿈·들여쓰기·이모지 사용 가능`],
      ["트리 이름", `${characters(TREE_NAME_MAX)}, 한 줄`],
      ["신고 상세 내용", characters(REPORT_DETAILS_MAX)],
      ["연속된 결합 문자", `최대 ${COMBINING_MARKS_MAX}개`],
      ["목록 한 페이지의 선물", `1~${PAGE_LIMIT_MAX}개, 기본값 ${PAGE_LIMIT_DEFAULT}개`],
      ["요청 본문", `최대 ${BODY_MAX_BYTES / 1024} KiB`],
    ],
  },
  rateLimits: {
    label: "요청 한도",
    columns: ["이름", "한도", "기간", "집계 대상"],
    counts: {
      postsPerAddress: "한 IP 주소에서 단 선물",
      postsPerTree: "한 트리에 달린 선물. 모든 사용자를 합산해요.",
      reportsPerAddress: "한 IP 주소에서 보낸 신고",
      reportsPerTree:
        "한 트리와 그 선물에 대한 신고. 모든 사용자를 합산해요. 중복 신고와 존재하지 않는 선물에 대한 신고는 집계하지 않아요.",
      reportsPerTreePerAddress: "위와 같은 신고 중 한 IP 주소에서 보낸 것",
      urgentReportsPerAddress: `한 IP 주소에서 ${urgent} 사유로 보낸 신고. 다른 신고와 따로 집계해요.`,
      urgentReportsPerTree: `한 트리와 그 선물에 대해 ${urgent} 사유로 보낸 신고. 모든 사용자를 합산해요.`,
      urgentReportsPerTreePerAddress: "위와 같은 신고 중 한 IP 주소에서 보낸 것",
      requestsPerAddress: "한 IP 주소에서 /v1 아래의 모든 주소로 보낸 요청",
      unknownCodesPerAddress:
        "형식은 맞지만 트리가 없는 트리 코드를 한 IP 주소에서 조회한 횟수. 한도를 다 쓰면 여유가 다시 생길 때까지 이 주소에서 보내는 /v1 요청을 모두 거부해요.",
      rejectionsPerAddress:
        "한 IP 주소에서 보낸 텍스트를 단어 필터가 거부한 횟수. 1분 안에 똑같은 요청을 다시 보낸 것은 집계하지 않아요. 한도를 다 쓰면 대기 시간이 시작돼요.",
      coolDownPerAddress: "대기 시간. 끝날 때까지 이 IP 주소에서는 선물을 달 수 없어요.",
    },
  },
  reportReasons: { label: "신고 사유", columns: ["사유", "API 값"] },
  tools: {
    columns: ["도구", "용도", "파라미터"],
    parameters: (tool) => `${tool} 파라미터`,
    parameterColumns: ["파라미터", "타입", "설명"],
    optional: (type) => `${type}, 선택`,
    schema: "JSON 스키마",
    inOwnWords: {
      open_tree: {
        title: "트리 열기",
        description:
          "코드나 링크로 이 탭에서 트리를 열어요. 트리를 구경하거나 선물을 달 때 사용해요. 트리의 메시지는 비공개라서 보여 주지 않아요.",
        parameters: { tree: "트리의 코드나 링크, 또는 코드나 링크가 들어 있는 텍스트예요." },
      },
      create_tree: {
        title: "트리 만들기",
        description:
          "사용자 본인의 트리를 만들어요. 친구들이 이 트리에 메시지를 담은 선물을 달아요. 입력한 내용이 페이지에 보이고, 사용자가 버튼을 눌러야 트리가 만들어져요. 버튼을 누르면 호출이 끝나요. 로그인하지 않은 사용자는 내용이 채워진 양식으로 이동해서 로그인하게 돼요. 같은 트리로 다시 호출해도 트리가 하나 더 만들어지지 않아요.",
        parameters: {
          name: `트리 이름이에요. ${characters(TREE_NAME_MAX)}이고, 링크가 있으면 누구나 볼 수 있어요.`,
          type: "어떤 날을 위한 트리인지 정해요.",
          openingDay:
            "공개일이에요. 예: 2026-12-25. 생일 트리에는 꼭 필요해요. 다른 트리에서 생략하면 다가오는 12월 25일이나 2월 14일이 돼요.",
          timeZone: "IANA 시간대예요. 예: Asia/Seoul. 생략하면 사용자의 시간대를 사용해요.",
        },
      },
      days_until: {
        title: "남은 일수 계산하기",
        description:
          "트리 공개일, 특정 날짜, 크리스마스, 밸런타인데이까지 남은 일수를 계산해요. 트리의 시간대를 기준으로 하고, 트리가 아니면 사용자의 시간대를 기준으로 해요. 0은 오늘이고, 지난 날은 음수예요.",
        parameters: { until: "트리의 코드나 링크, 2026-12-25 같은 날짜, christmas, valentine 중 하나예요." },
      },
      fill_tree_code: {
        title: "트리 코드 입력하기",
        description:
          "트리 코드를 입력해 두고, 트리를 여는 버튼은 사용자가 직접 누르게 해요. 버튼을 누르면 호출이 끝나요. 사용자가 먼저 확인하고 싶을 때 사용하세요. 바로 열려면 open_tree를 사용하세요. 다시 호출하면 앞서 입력한 내용을 바꾸고, 마지막 호출만 응답을 받아요.",
        parameters: {
          tree: `트리 코드(영문·숫자 ${SHARE_CODE_LENGTH}자리)나 트리 링크예요. 대소문자를 구분해요.`,
        },
      },
      fill_message: {
        title: "선물과 메시지 입력하기",
        description:
          "이 페이지의 트리에 달 선물 양식을 채워요. 선물, 메시지, 보내는 사람을 입력해요. 사용자가 직접 썼거나 승인한 내용만 입력하세요. 이 도구는 아무것도 보내지 않아요. 사용자가 내용을 읽고 ‘보내기’를 누르면 호출이 끝나요. 다시 호출하면 앞서 입력한 내용을 바꾸고, 마지막 호출만 응답을 받아요.",
        parameters: {
          giftAssetId: "트리에 달 선물이에요.",
          message: `메시지예요. ${characters(MESSAGE_MAX)}이고, 공개일부터 트리 주인만 읽을 수 있어요.`,
          senderName: `보내는 사람의 이름이에요. 한 줄로 ${characters(SENDER_NAME_MAX)}이고, 트리 주인에게는 항상 보여요.`,
          showSenderName: "다른 방문자에게도 이름을 보일지 정해요. 사용자가 원하지 않으면 생략하세요.",
        },
      },
    },
  },
  configuration: {
    label: "환경 변수",
    columns: ["변수", "기본값", "설명"],
    variables: {
      API_PORT: { usually: "3000", what: "API가 사용하는 포트예요." },
      API_PROCESSES: {
        usually: "1",
        what: "같은 포트를 함께 쓰는 API 프로세스 수예요. 예를 들어 코어마다 하나씩 띄울 수 있어요. 2개 이상은 Linux에서만 쓸 수 있어요. 두 번째 프로세스부터는 `OPS_PORT`가 1씩 커져요.",
      },
      SITE_PORT: { usually: "4321", what: "웹사이트가 사용하는 포트예요." },
      API_URL: {
        usually: "`SITE_URL`을 설정했으면 그 값, 아니면 `http://localhost:`와 포트 번호",
        what: "API에 공개 주소가 따로 있을 때 그 주소예요.",
      },
      SITE_URL: {
        usually: "`http://localhost:`와 포트 번호",
        what: "웹사이트의 공개 주소예요. `https`로 시작하면 쿠키에 `Secure`를 설정해요. 패스키는 이 호스트 이름에 묶여 있어서, 호스트 이름을 바꾸면 트리 주인이 패스키를 다시 추가해야 해요. IP 주소에서는 패스키를 쓸 수 없어요.",
      },
      DATABASE_URL: {
        usually: "`DATA_DIR`에서 실행되는 내장 Postgres",
        what: "Postgres 14 이상이면 돼요. 호스트가 여러 개면 `postgres://user:password@one:5432,two:5432/tree`처럼 적어요. 쓰기가 가능한 호스트를 사용해요. 연결을 암호화하고 서버 인증서를 확인하려면 `?sslmode=verify-full`을 붙이고, 사설 인증 기관을 쓴다면 `&sslrootcert=`에 인증서 파일을 지정하세요. musl(Alpine)과 Windows에서는 반드시 설정해야 해요.",
      },
      DATABASE_DIRECT_URL: {
        usually: "없음",
        what: "`DATABASE_URL`이 PgBouncer 같은 풀러를 거친다면, 마이그레이션과 잠금에 사용할 Postgres의 직접 주소예요.",
      },
      DATABASE_CONNECTIONS: {
        usually: "16",
        what: "API 프로세스마다 여는 연결 수예요. 8 이상이어야 하고, 잠금용 연결 하나는 따로 열어요. 관리형 Postgres의 작은 요금제라면 줄이세요.",
      },
      DATA_DIR: { usually: "`./data`", what: "내장 데이터베이스와 처음 시작할 때 만든 키를 저장하는 폴더예요." },
      SESSION_SECRET: {
        usually: "한 번 만들어 `DATA_DIR/session.key`에 저장",
        what: "트리 주인의 세션에 서명하는 값이에요. 32자 이상이어야 해요. 여러 인스턴스를 실행한다면 모두 같은 값을 사용해야 해요.",
      },
      MESSAGE_KEY: {
        usually: "한 번 만들어 `DATA_DIR/message.key`에 저장. `DATABASE_URL`을 설정했다면 필수",
        what: "메시지를 암호화하는 키예요. 32바이트를 base64로 적어요. 키가 여러 개면 `ID:KEY,ID:KEY`처럼 적고, 암호화에 사용할 키를 맨 앞에 두세요. 여러 인스턴스를 실행한다면 모두 같은 값을 사용해야 해요. 이 키를 잃어버리면 아무도 메시지를 다시 읽을 수 없어요.",
      },
      MESSAGE_KEY_FILE: {
        usually: "없음",
        what: "`MESSAGE_KEY` 값을 담은 파일이에요. 마운트한 시크릿 같은 파일을 지정할 수 있어요. 두 변수 중 하나만 설정하세요. `DATABASE_URL`, `DATABASE_DIRECT_URL`, `SESSION_SECRET`, `INTERNAL_KEY`, `PUSH_KEY`, `SMTP_URL`도 이름에 `_FILE`을 붙이면 파일로 지정할 수 있어요.",
      },
      PUSH_KEY: {
        usually: "한 번 만들어 `DATA_DIR/push.key`에 저장. `DATABASE_URL`을 설정했다면 없음(알림 없음)",
        what: "알림에 서명하는 키예요. 32바이트를 base64로 적어요. 여러 인스턴스를 실행한다면 모두 같은 값을 사용해야 해요. `npm run keys -- renew-push`로 버릴 수 있어요.",
      },
      PUSH_SERVICES: { usually: "`fcm.googleapis.com` 등", what: "알림을 보낼 수 있는 푸시 서비스예요." },
      API_INNER_URL: {
        usually: "`http://`, `LISTEN_HOST`(없으면 `127.0.0.1`)와 `API_PORT`",
        what: "API가 웹사이트와 다른 곳에서 실행될 때, 웹사이트가 API에 접속하는 주소예요.",
      },
      INTERNAL_KEY: {
        usually: "시작할 때마다 만들어 두 프로그램에 전달",
        what: "웹사이트에서 온 요청임을 API에 증명하는 키예요. 32자 이상이어야 해요.",
      },
      TRUSTED_PROXIES: {
        usually: "없음",
        what: "`X-Forwarded-For`를 신뢰할 주소나 대역이에요. 예: `10.0.0.0/8, 127.0.0.1`.",
      },
      OPERATOR_NAME: {
        usually: "없음. “이 사이트의 운영자”로 표시",
        what: "사이트를 운영하는 사람이나 단체의 이름이에요. 100자까지 쓸 수 있어요. 푸터, 가입 화면, 개인정보 처리방침과 이용약관 등의 가이드에 표시돼요.",
      },
      CONTACT_EMAIL: {
        usually: "없음. 주소를 표시하지 않고, 메일에 답장하면 `MAIL_FROM`으로 전송",
        what: "이용자가 문의할 수 있는 주소예요. 예: `help@tree.example`. 푸터, 개인정보 처리방침과 이용약관 등의 가이드, `security.txt`, 게시가 중단된 트리에 표시되고, 모든 메일의 `Reply-To`로 쓰여요. 두 프로그램에 모두 설정하세요.",
      },
      SIGN_UPS: {
        usually: "`open`",
        what: "가입할 수 있는 사람이에요. `open`은 누구나, `closed`는 아무도, `invite`는 `npm run admin`으로 초대한 사람만 가입할 수 있어요. 두 프로그램에 모두 설정하세요.",
      },
      SECURITY_CONTACT: {
        usually: "`CONTACT_EMAIL`, 없으면 신고 가이드",
        what: "`/.well-known/security.txt`에 표시할 보안 취약점 제보 주소예요. `mailto:`나 `https:`로 시작해요.",
      },
      WEBMCP_ORIGIN_TRIAL_TOKEN: {
        usually: "없음",
        what: "오리진 트라이얼에 등록한 사이트에서만 WebMCP를 제공하는 브라우저를 위한 토큰이에요. `Origin-Trial` 헤더로 보내요.",
      },
      SMTP_URL: {
        usually: "없음. 메일을 `DATA_DIR`의 `outbox` 폴더에 저장",
        what: "메일 서버예요. 예: `smtps://user:password@mail.example:465`. `smtp:`로 시작하면 서버가 지원할 때 TLS를 사용하고, `?requireTLS=true`를 붙이면 반드시 TLS를 사용해요.",
      },
      MAIL_FROM: {
        usually: "`no-reply@`와 웹사이트의 호스트",
        what: "메일을 보내는 주소예요. 예: `Tree Gifting <hello@tree.example>`. `SMTP_URL`을 설정했다면 필수예요.",
      },
      RATE_LIMITS: {
        usually: "`on`",
        what: "부하 테스트를 할 때는 `off`로 설정하세요. 시작할 때 경고가 표시돼요.",
      },
      LISTEN_HOST: {
        usually: "모든 주소",
        what: "웹사이트와 API가 접속을 받는 IP 주소예요. 프록시가 같은 서버에서 실행된다면 `127.0.0.1`로 설정하세요. 그러면 프록시를 거쳐야만 접속할 수 있어요.",
      },
      OPS_PORT: {
        usually: "없음. 열지 않음",
        what: "API의 지표와 상태를 확인하는 포트예요. `/metrics`, `/healthz`, `/readyz`를 제공해요.",
      },
      SITE_OPS_PORT: { usually: "없음. 열지 않음", what: "웹사이트의 지표와 상태를 확인하는 포트예요." },
      OPS_HOST: {
        usually: "`127.0.0.1`",
        what: "두 프로그램이 상태 확인용 포트를 여는 주소예요. 방문자가 접속할 수 없는 주소로 설정하세요.",
      },
      LEAD_SECONDS: {
        usually: "0.2",
        what: "종료 요청을 받은 프로그램이 요청을 계속 처리하는 시간(초)이에요. 그동안 프록시가 다른 곳으로 요청을 돌릴 수 있어요. 최대 60이에요.",
      },
      DRAIN_SECONDS: {
        usually: "10",
        what: "종료할 때 처리 중인 요청이 끝나기를 기다리는 시간(초)이에요. 그 뒤에는 요청을 끊어요. 최대 60이에요.",
      },
      LOG_LEVEL: {
        usually: "`info`",
        what: "`debug`, `info`, `warn`, `error` 중 하나예요. 정상 처리한 조회와 한도를 넘은 요청은 `debug`에서만 기록해요.",
      },
    },
    quotas: {
      postsPerAddress: (within) => `${within} 동안 한 IP 주소에서 다는 선물 수`,
      postsPerTree: (within) => `${within} 동안 한 트리에 달리는 선물 수`,
      reportsPerAddress: (within) => `${within} 동안 한 IP 주소에서 보내는 신고 수`,
      reportsPerTree: (within) => `${within} 동안 한 트리에 대해 들어오는 신고 수`,
      reportsPerTreePerAddress: (within) => `${within} 동안 한 트리에 대한 신고 중 한 IP 주소에서 보낼 수 있는 수`,
      urgentReportsPerAddress: (within) =>
        `${within} 동안 한 IP 주소에서 ${urgent} 사유로 보내는 신고 수. 다른 신고는 이 한도를 쓰지 않아요.`,
      urgentReportsPerTree: (within) => `${within} 동안 한 트리에 대해 ${urgent} 사유로 들어오는 신고 수`,
      urgentReportsPerTreePerAddress: (within) => `${within} 동안 위와 같은 신고 중 한 IP 주소에서 보낼 수 있는 수`,
      requestsPerAddress: (within) =>
        `${within} 동안 한 IP 주소에서 \`/v1\`로 보내는 요청 수. 프로세스마다 따로 집계해요. 메일로 받은 링크를 연 횟수, 사용한 횟수, 링크를 요청한 횟수는 이와 별도로 각각 집계하고, 링크 요청은 IPv6 /48 네트워크별로도 집계해요.`,
      unknownCodesPerAddress: (within) =>
        `${within} 동안 한 IP 주소에서 트리가 없는 트리 코드를 조회하는 횟수. 프로세스마다 따로 집계해요.`,
      rejectionsPerAddress: (within) =>
        `${within} 동안 한 IP 주소에서 보낸 텍스트를 단어 필터가 거부하는 횟수. 한도를 다 쓰면 한동안 선물을 달 수 없어요.`,
      signInsPerAddress: (within) =>
        `${within} 동안 한 IP 주소에서 비밀번호를 틀린 횟수. 그 계정에 로그인한 적이 없는 브라우저만 집계해요.`,
      signInsPerNetwork: (within) => `${within} 동안 한 IPv6 /48 네트워크에서 위와 같이 비밀번호를 틀린 횟수`,
      signInsPerAccount: (within) =>
        `${within} 동안 한 계정에서 위와 같이 비밀번호를 틀린 횟수. 한도를 다 써도 메일로 받은 링크나 전에 로그인한 브라우저로는 로그인할 수 있어요.`,
      signInsPerDevice: (within) => `${within} 동안 그 계정에 로그인한 적이 있는 브라우저에서 비밀번호를 틀린 횟수`,
      passwordsPerSession: (within) => `${within} 동안 한 세션의 계정 페이지에서 비밀번호를 틀린 횟수`,
      signUpsPerAddress: (within) => `${within} 동안 한 IP 주소에서 만드는 계정 수`,
      signUpsPerNetwork: (within) => `${within} 동안 한 IPv6 /48 네트워크에서 만드는 계정 수`,
      linkMailsPerAccount: (within) =>
        `${within} 동안 한 계정으로 보내는 로그인 링크와 이메일 인증 링크 각각의 수. 한도를 넘으면 보내지 않고, 마지막 링크를 계속 쓸 수 있어요.`,
      addressChangesPerAccount: (within) =>
        `${within} 동안 한 계정에서 요청하는 이메일 주소 변경 횟수. 한도를 넘으면 메일을 보내지 않아요.`,
      mailsPerUnconfirmedMailbox: (within) =>
        `주소를 인증한 적이 없는 메일함 하나로 ${within} 동안 보내는 메일 수. 플러스 태그나 점이 달라도 같은 메일함으로 집계해요. 그 메일함의 원래 주소로 보내는 로그인 링크는 따로 집계해요.`,
      mailboxesPerAddress: (within) =>
        `${within} 동안 한 IP 주소에서 메일을 요청하는 메일함 수. 한도를 넘으면 이메일을 인증한 계정에만 보내요.`,
      treesPerOwner: (within) => `${within} 동안 트리 주인 한 명이 만드는 트리 수`,
      pagesPerAddress: (within) =>
        `${within} 동안 한 IP 주소에서 보는 개인 페이지(선물을 단 뒤에 나오는 페이지 등) 수. 프로세스마다 따로 집계해요.`,
      requestsPerOwner: (within) =>
        `${within} 동안 트리 주인이 로그인한 기기 한 대에서 보내는 요청 수. 프로세스마다 따로 집계해요.`,
      renamesPerOwner: (within) => `${within} 동안 트리 주인 한 명이 트리의 이름이나 모습을 바꾸는 횟수`,
      devicesPerAddress: (within) => `${within} 동안 한 IP 주소에서 알림을 신청하는 기기 수`,
      appealsPerAddress: (within) => `${within} 동안 한 IP 주소에서 단어 필터가 잘못 거부했다고 알리는 횟수`,
      appealsPerNetwork: (within) => `${within} 동안 한 IPv6 /48 네트워크에서 알리는 횟수`,
      appealsPerService: (within) => `${within} 동안 모든 IP 주소에서 알리는 횟수`,
    },
  },
};
