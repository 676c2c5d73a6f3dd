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

const number = new Intl.NumberFormat("ja");
const characters = (max: number) => `1〜${number.format(max)}文字`;
const urgent = URGENT_REASONS.map((reason) => `\`${reason}\``).join("または");
const UNITS = { hour: "時間", minute: "分", second: "秒" };

/** ガイドのリストや表の言葉、日本語。 */
export const guideParts: GuideParts = {
  operator: { first: "このサイトの運営者", within: "このサイトの運営者" },
  contact: "お問い合わせは{email}までご連絡ください。",
  quoted: (words) => `「${words}」`,
  gifts: {
    about: (picture, shownFirstFor) =>
      `${picture}。${shownFirstFor.length > 0 ? `先頭に並ぶツリー：${shownFirstFor.join("、")}` : ""}`,
  },
  span: (count, unit) => `${count}${UNITS[unit]}`,
  errors: {
    label: "エラーコード",
    columns: ["ステータス", "コード", "意味と対処方法"],
    meanings: {
      invalid_code: `ツリーコードは英数字${SHARE_CODE_LENGTH}文字で、大文字と小文字が区別されます。コードまたはリンクを確認してください。`,
      validation_failed:
        "不足しているか、無効なフィールドがあります。`details`で確認し、修正してもう一度送ってください。",
      invalid_json: "リクエストボディが、UTF-8の有効なJSONではありません。JSONオブジェクトを1つ送ってください。",
      invalid_cursor:
        "カーソルが無効です。`cursor`なしで最初から取得し、以降は各レスポンスの`page.next`をたどってください。",
      tree_not_found: "このツリーコードのツリーはありません。受け取ったコードまたはリンクを確認してください。",
      message_not_found: "このツリーに該当するメッセージはありません。削除された可能性があります。",
      route_not_found: "このエンドポイントは存在しません。利用できるものは`GET /v1`で確認できます。",
      method_not_allowed: "このメソッドは使えません。使えるメソッドは`Allow`ヘッダーで確認できます。",
      tree_paused: "このツリーは、いまギフトの受け付けを停止しています。あとでもう一度お試しください。",
      idempotency_in_progress:
        "同じ`Idempotency-Key`のリクエストを処理中です。1秒後にもう一度送ると、そのレスポンスを受け取れます。",
      body_too_large: `リクエストボディが${BODY_MAX_BYTES / 1024} KiBを超えています。小さくして送ってください。`,
      unsupported_media_type: "`Content-Type: application/json`ヘッダーを付けて、ボディをJSONで送ってください。",
      idempotency_key_reused:
        "この`Idempotency-Key`は、別のボディですでに使われています。同じボディを送るか、新しいキーを使ってください。",
      content_rejected:
        "不適切な表現が含まれています。`details`で該当するフィールドを確認し、書き直してもう一度送ってください。",
      rate_limited:
        "リクエストが多すぎます。どの制限かは`details`で確認できます。`Retry-After`の時間だけ待ってから、もう一度お試しください。",
      internal_error:
        "サーバー側で問題が発生しました。もう一度お試しください。繰り返し発生する場合は、リクエストIDを添えてお知らせください。",
      service_unavailable: "サービスを一時的に利用できません。数秒待って、もう一度お試しください。",
    },
  },
  limits: {
    label: "文字数とサイズ",
    columns: ["項目", "上限"],
    rows: [
      ["ツリーコード", `英数字${SHARE_CODE_LENGTH}文字（大文字と小文字を区別）`],
      ["送る人の名前", `${characters(SENDER_NAME_MAX)}、1行`],
      ["メッセージ", `${characters(MESSAGE_MAX)}。改行、字下げ、絵文字も使えます`],
      ["ツリーの名前", `${characters(TREE_NAME_MAX)}、1行`],
      ["通報の詳細", characters(REPORT_DETAILS_MAX)],
      ["連続する結合文字", `${COMBINING_MARKS_MAX}個まで`],
      ["一覧の1ページあたりのギフト", `1〜${PAGE_LIMIT_MAX}個（初期値は${PAGE_LIMIT_DEFAULT}個）`],
      ["リクエストボディ", `${BODY_MAX_BYTES / 1024} KiBまで`],
    ],
  },
  rateLimits: {
    label: "レート制限",
    columns: ["名前", "上限", "期間", "カウントの対象"],
    counts: {
      postsPerAddress: "1つのIPアドレスから贈られたギフト。",
      postsPerTree: "1本のツリーに贈られた、全員分のギフト。",
      reportsPerAddress: "1つのIPアドレスからの通報。",
      reportsPerTree:
        "1本のツリーとそのギフトに対する、全員分の通報。同じ通報の繰り返しと、存在しないギフトの通報は数えません。",
      reportsPerTreePerAddress: "上と同じ通報のうち、1つのIPアドレスからのもの。",
      urgentReportsPerAddress: `1つのIPアドレスからの、${urgent}を理由とする通報。ほかの通報とは別に数えます。`,
      urgentReportsPerTree: `1本のツリーとそのギフトに対する、${urgent}を理由とする全員分の通報。`,
      urgentReportsPerTreePerAddress: "上と同じ通報のうち、1つのIPアドレスからのもの。",
      requestsPerAddress: "1つのIPアドレスから/v1以下に送られた、すべてのリクエスト。",
      unknownCodesPerAddress:
        "形式は正しいものの、該当するツリーがないツリーコードを、1つのIPアドレスから照会した回数。使い切ると、枠が戻るまで、このIPアドレスからの/v1以下へのリクエストはすべて拒否されます。",
      rejectionsPerAddress:
        "1つのIPアドレスから送られ、不適切な表現のフィルターで拒否された回数。1分以内に同じリクエストをもう一度送っても数えません。使い切ると、待ち時間が始まります。",
      coolDownPerAddress: "待ち時間。終わるまで、このIPアドレスからはギフトを贈れません。",
    },
  },
  reportReasons: { label: "通報の理由", columns: ["何が問題か", "APIでの値"] },
  tools: {
    columns: ["ツール", "用途", "パラメーター"],
    parameters: (tool) => `${tool}のパラメーター`,
    parameterColumns: ["パラメーター", "型", "説明"],
    optional: (type) => `${type}、任意`,
    schema: "JSONスキーマ",
    inOwnWords: {
      open_tree: {
        title: "ツリーを開く",
        description:
          "コードまたはリンクから、このタブでツリーを開きます。ツリーを見るときや、ギフトを贈るときに使います。メッセージは非公開なので、表示されません。",
        parameters: { tree: "ツリーコードかリンク、またはそれを含むテキスト。" },
      },
      create_tree: {
        title: "ツリーを作る",
        description:
          "友だちがメッセージを添えたギフトを贈れる、本人のツリーを作ります。入力された内容がページに表示され、本人がボタンを押すとツリーが作られて、呼び出しが終わります。ログインしていない場合は、入力済みのフォームに移動してログインします。同じツリーでもう一度呼び出しても、重複して作られません。",
        parameters: {
          name: `ツリーの名前。${characters(TREE_NAME_MAX)}で、リンクを知っている人なら誰でも見られます。`,
          type: "何の日のツリーか。",
          openingDay:
            "開封日。例：2026-12-25。誕生日のツリーには必須です。それ以外で省略すると、次の12月25日または2月14日になります。",
          timeZone: "IANAのタイムゾーン。例：Asia/Tokyo。省略すると、本人のタイムゾーンになります。",
        },
      },
      days_until: {
        title: "残り日数を数える",
        description:
          "ツリーの開封日、指定した日付、クリスマス、バレンタインデーまでの日数を数えます。ツリーの場合はそのツリーの、それ以外の場合は本人のタイムゾーンで数えます。当日は0、過ぎた日は負の数になります。",
        parameters: { until: "ツリーコードかリンク、2026-12-25のような日付、christmas、valentineのいずれか。" },
      },
      fill_tree_code: {
        title: "ツリーコードを入力する",
        description:
          "ツリーコードを入力し、ツリーを開くボタンは本人に押してもらいます。ボタンが押されると、呼び出しが終わります。本人が先に確認したいときに使います。すぐに開くときはopen_treeを使ってください。もう一度呼び出すと前の入力は置き換えられ、最後の呼び出しにだけ応答があります。",
        parameters: {
          tree: `ツリーコード（英数字${SHARE_CODE_LENGTH}文字）またはリンク。大文字と小文字が区別されます。`,
        },
      },
      fill_message: {
        title: "ギフトとメッセージを入力する",
        description:
          "このページのツリーにギフトを贈るフォームに、ギフト、メッセージ、送る人の名前を入力します。本人が書いたか、承認した内容だけを入力してください。何も送信されません。本人が内容を読んで「送る」を押すと、呼び出しが終わります。もう一度呼び出すと前の入力は置き換えられ、最後の呼び出しにだけ応答があります。",
        parameters: {
          giftAssetId: "ツリーに飾るギフト。",
          message: `メッセージ。${characters(MESSAGE_MAX)}で、開封日からツリーのオーナーだけが読めます。`,
          senderName: `送る人の名前。1行、${characters(SENDER_NAME_MAX)}で、オーナーには必ず表示されます。`,
          showSenderName: "ほかの人にも名前を表示するかどうか。本人が希望しない限り、省略してください。",
        },
      },
    },
  },
  configuration: {
    label: "環境変数",
    columns: ["変数", "初期値", "説明"],
    variables: {
      API_PORT: { usually: "3000", what: "APIのポート。" },
      API_PROCESSES: {
        usually: "1",
        what: "このポートで動かすAPIのプロセス数。コアごとに1つ起動する場合などに設定します。2つ以上はLinuxでのみ使えます。2つ目以降のプロセスの`OPS_PORT`は、順に1ずつ増えます。",
      },
      SITE_PORT: { usually: "4321", what: "Webサイトのポート。" },
      API_URL: {
        usually: "`SITE_URL`があればその値、なければ`http://localhost:`とポート番号",
        what: "APIに別の公開URLがある場合の、そのURL。",
      },
      SITE_URL: {
        usually: "`http://localhost:`とポート番号",
        what: "Webサイトの公開URL。`https`で始まる場合、Cookieに`Secure`が付きます。パスキーはホスト名にひもづくため、ホスト名を変えるとオーナーは追加し直す必要があります。IPアドレスではパスキーを使えません。",
      },
      DATABASE_URL: {
        usually: "`DATA_DIR`の内蔵Postgres",
        what: "14以降のPostgres。複数のホストは`postgres://user:password@one:5432,two:5432/tree`のように指定すると、書き込みできるホストが使われます。`?sslmode=verify-full`を付けると、接続を暗号化し、サーバーの証明書を検証します。プライベート認証局の場合は、`&sslrootcert=`に証明書のファイルを指定します。musl（Alpine）とWindowsでは必須です。",
      },
      DATABASE_DIRECT_URL: {
        usually: "なし",
        what: "`DATABASE_URL`がPgBouncerなどのプーラーを経由する場合の、Postgres自体の接続先。マイグレーションとロックに使います。",
      },
      DATABASE_CONNECTIONS: {
        usually: "16",
        what: "APIプロセスごとに開く接続の数。8以上で、ロック用の接続が別に1つあります。マネージドPostgresの小さなプランでは減らしてください。",
      },
      DATA_DIR: { usually: "`./data`", what: "内蔵データベースと、初回起動時に作られる鍵の保存先。" },
      SESSION_SECRET: {
        usually: "一度だけ作成し、`DATA_DIR/session.key`に保存",
        what: "オーナーのセッションの署名に使う、32文字以上の値。レプリカ間で同じ値を使う必要があります。",
      },
      MESSAGE_KEY: {
        usually: "一度だけ作成し、`DATA_DIR/message.key`に保存。`DATABASE_URL`を使う場合は必須",
        what: "メッセージを暗号化する、base64の32バイトの鍵。`ID:KEY,ID:KEY`のように複数指定でき、先頭の鍵で暗号化します。レプリカ間で同じ値を使う必要があります。失うと、メッセージは二度と誰にも読めなくなります。",
      },
      MESSAGE_KEY_FILE: {
        usually: "なし",
        what: "`MESSAGE_KEY`の値を書いたファイル（マウントしたシークレットなど）。2つのうち、どちらか一方だけを設定できます。`DATABASE_URL`、`DATABASE_DIRECT_URL`、`SESSION_SECRET`、`INTERNAL_KEY`、`PUSH_KEY`、`SMTP_URL`も、名前に`_FILE`を付けるとファイルで指定できます。",
      },
      PUSH_KEY: {
        usually: "一度だけ作成し、`DATA_DIR/push.key`に保存。`DATABASE_URL`を使う場合はなし（通知なし）",
        what: "通知の署名に使う、base64の32バイトの鍵。レプリカ間で同じ値を使う必要があります。`npm run keys -- renew-push`で破棄します。",
      },
      PUSH_SERVICES: { usually: "`fcm.googleapis.com`など", what: "通知の送信先にできるプッシュサービス。" },
      API_INNER_URL: {
        usually: "`http://`、`LISTEN_HOST`（なければ`127.0.0.1`）、`API_PORT`",
        what: "WebサイトとAPIが別の場所にある場合の、WebサイトからAPIへの接続先。",
      },
      INTERNAL_KEY: {
        usually: "起動のたびに作成し、両方のプログラムに渡す",
        what: "Webサイトからのリクエストであることを、APIに証明するための32文字以上の値。",
      },
      TRUSTED_PROXIES: {
        usually: "なし",
        what: "`X-Forwarded-For`を信頼するアドレスまたは範囲。例：`10.0.0.0/8, 127.0.0.1`。",
      },
      OPERATOR_NAME: {
        usually: "なし：「このサイトの運営者」と表示",
        what: "サイトを運営する個人または団体の名前。100文字まで。フッター、新規登録、プライバシーポリシーや利用規約などのガイドに表示されます。",
      },
      CONTACT_EMAIL: {
        usually: "なし：連絡先は表示されず、メールへの返信は`MAIL_FROM`に届く",
        what: "運営者の連絡先。例：`help@tree.example`。フッター、プライバシーポリシーや利用規約などのガイド、`security.txt`、モデレーターが非公開にしたツリーに表示され、すべてのメールの`Reply-To`になります。両方のプログラムに設定してください。",
      },
      SIGN_UPS: {
        usually: "`open`",
        what: "登録できる人。`open`は誰でも、`closed`は登録不可、`invite`は`npm run admin`で招待した人のみ。両方のプログラムに設定します。",
      },
      SECURITY_CONTACT: {
        usually: "`CONTACT_EMAIL`。なければ通報のガイド",
        what: "`/.well-known/security.txt`に載せる、脆弱性の報告先。`mailto:`または`https:`で始まるアドレス。",
      },
      WEBMCP_ORIGIN_TRIAL_TOKEN: {
        usually: "なし",
        what: "オリジントライアルのサイトでWebMCPを試すブラウザ向けのトークン。`Origin-Trial`ヘッダーで送られます。",
      },
      SMTP_URL: {
        usually: "なし：メールは`DATA_DIR`の`outbox`フォルダに保存",
        what: "メールサーバー。例：`smtps://user:password@mail.example:465`。`smtp:`では、サーバーが対応していればTLSを使います。`?requireTLS=true`を付けると必須になります。",
      },
      MAIL_FROM: {
        usually: "`no-reply@`とWebサイトのホスト名",
        what: "メールの差出人。例：`Tree Gifting <hello@tree.example>`。`SMTP_URL`を使う場合は必須です。",
      },
      RATE_LIMITS: { usually: "`on`", what: "負荷テスト用に`off`にできます。起動時に警告が出ます。" },
      LISTEN_HOST: {
        usually: "すべてのアドレス",
        what: "WebサイトとAPIが待ち受けるIPアドレス。プロキシが同じマシンにある場合は`127.0.0.1`にすると、プロキシを通さないアクセスを防げます。",
      },
      OPS_PORT: {
        usually: "なし：無効",
        what: "APIのメトリクスとヘルスチェックのポート：`/metrics`、`/healthz`、`/readyz`。",
      },
      SITE_OPS_PORT: { usually: "なし：無効", what: "Webサイトの、同じ用途のポート。" },
      OPS_HOST: {
        usually: "`127.0.0.1`",
        what: "上の2つのポートで待ち受けるアドレス。外部からアクセスできないものにしてください。",
      },
      LEAD_SECONDS: {
        usually: "0.2",
        what: "停止を求められたあと、プロキシが別の接続先に切り替えられるように、リクエストを受け付け続ける秒数。60まで。",
      },
      DRAIN_SECONDS: {
        usually: "10",
        what: "停止するときに、処理中のリクエストが終わるのを待つ秒数。過ぎると打ち切ります。60まで。",
      },
      LOG_LEVEL: {
        usually: "`info`",
        what: "`debug`、`info`、`warn`、`error`のいずれか。正常に返した閲覧と、多すぎたリクエストは、`debug`で記録されます。",
      },
    },
    quotas: {
      postsPerAddress: (within) => `1つのIPアドレスから${within}以内に贈れるギフト。`,
      postsPerTree: (within) => `1本のツリーに${within}以内に贈れるギフト。`,
      reportsPerAddress: (within) => `1つのIPアドレスからの${within}以内の通報。`,
      reportsPerTree: (within) => `1本のツリーに対する${within}以内の通報。`,
      reportsPerTreePerAddress: (within) =>
        `1本のツリーに対する通報のうち、1つのIPアドレスから${within}以内に送れる数。`,
      urgentReportsPerAddress: (within) =>
        `1つのIPアドレスからの、${urgent}を理由とする${within}以内の通報。ほかの通報で枠が減ることはありません。`,
      urgentReportsPerTree: (within) => `1本のツリーに対する、${urgent}を理由とする${within}以内の通報。`,
      urgentReportsPerTreePerAddress: (within) => `上の通報のうち、1つのIPアドレスから${within}以内に送れる数。`,
      requestsPerAddress: (within) =>
        `1つのIPアドレスから\`/v1\`への${within}以内のリクエスト。プロセスごとに数えます。メールのリンクを開いた回数、使った回数、リンクのリクエストはそれぞれ別に数え、リンクのリクエストはIPv6 /48ネットワークごとにも数えます。`,
      unknownCodesPerAddress: (within) =>
        `1つのIPアドレスから${within}以内に照会された、ツリーのないツリーコード。プロセスごとに数えます。`,
      rejectionsPerAddress: (within) =>
        `1つのIPアドレスから${within}以内に送られ、不適切な表現のフィルターで拒否された回数。使い切ると、しばらく投稿できません。`,
      signInsPerAddress: (within) =>
        `そのアカウントにログインしたことのないブラウザで、1つのIPアドレスから${within}以内にパスワードを間違えた回数。`,
      signInsPerNetwork: (within) => `同じ回数を、1つのIPv6 /48ネットワークについて${within}以内で数えたもの。`,
      signInsPerAccount: (within) =>
        `同じ回数を、1つのアカウントについて${within}以内で数えたもの。メールのリンクと、ログインしたことのあるブラウザは引き続き使えます。`,
      signInsPerDevice: (within) =>
        `そのアカウントにログインしたことのあるブラウザで、${within}以内にパスワードを間違えた回数。`,
      passwordsPerSession: (within) => `アカウントページで、1つのセッションが${within}以内にパスワードを間違えた回数。`,
      signUpsPerAddress: (within) => `1つのIPアドレスから${within}以内に作れるアカウント。`,
      signUpsPerNetwork: (within) => `1つのIPv6 /48ネットワークから${within}以内に作れるアカウント。`,
      linkMailsPerAccount: (within) =>
        `1つのアカウントに${within}以内に送る、ログイン用リンクと認証リンクのそれぞれの数。超えた分は送らず、最後のリンクが引き続き使えます。`,
      addressChangesPerAccount: (within) =>
        `1つのアカウントが${within}以内にリクエストできる、メールアドレスの変更。超えた分のメールは送りません。`,
      mailsPerUnconfirmedMailbox: (within) =>
        `まだ認証されていない1つのメールボックスに${within}以内に送るメール。プラス記号のタグやドットが違っても、同じメールボックスとして数えます。そのメールボックス本来のアドレスに送るログイン用リンクは、別に数えます。`,
      mailboxesPerAddress: (within) =>
        `1つのIPアドレスから${within}以内にメールをリクエストできる、異なるメールボックスの数。それを超えると、認証済みのアカウントにだけ送ります。`,
      treesPerOwner: (within) => `1人のオーナーが${within}以内に作れるツリー。`,
      pagesPerAddress: (within) =>
        `ギフトを贈ったあとのページなど、1人のために作られるページを、1つのIPアドレスから${within}以内に開く回数（プロセスごと）。`,
      requestsPerOwner: (within) => `オーナーがログイン中の端末1台から${within}以内に送るリクエスト（プロセスごと）。`,
      renamesPerOwner: (within) => `1人のオーナーが${within}以内にツリーの名前やデザインを変えられる回数。`,
      devicesPerAddress: (within) => `1つのIPアドレスから${within}以内に通知を申し込める端末。`,
      appealsPerAddress: (within) =>
        `1つのIPアドレスから${within}以内に、不適切な表現のフィルターの間違いだと知らせる回数。`,
      appealsPerNetwork: (within) => `1つのIPv6 /48ネットワークから${within}以内に、同じように知らせる回数。`,
      appealsPerService: (within) => `すべてのIPアドレスから${within}以内に、同じように知らせる回数。`,
    },
  },
};
