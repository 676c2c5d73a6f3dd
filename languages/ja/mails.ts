import type { QueueCounts, TreeNews } from "#contract/mails";
import { dayInWords } from "../dates-in-words.ts";
import { type MailWords, sumOf } from "../mail-words.ts";
import { withTitle } from "./names.ts";

/** 「ミナさん」「ミナさん、おばあちゃん、ほか友だち2人」 */
function senders({ names, others }: TreeNews): string {
  const friends = others > 0 ? [names.length > 0 ? `ほか友だち${others}人` : `友だち${others}人`] : [];
  return [...names.map(withTitle), ...friends].join("、");
}
const waiting = ({ reports, texts }: QueueCounts) =>
  [...(reports > 0 ? [`通報${reports}件`] : []), ...(texts > 0 ? [`拒否された内容${texts}件`] : [])].join("、");
const inDays = (days: number) => (days === 1 ? "明日" : `${days}日後`);

const reasons: MailWords["reasons"] = {
  spam: "広告・スパム",
  harassment: "嫌がらせ・いじめ",
  hate: "ヘイトスピーチ",
  sexual: "性的な内容",
  threat: "脅迫",
  self_harm: "自傷・自殺のおそれ",
  private_information: "個人情報の掲載",
  impersonation: "なりすまし",
  other: "コミュニティガイドライン違反",
};

/** メールの文面、日本語。 */
export const ja: MailWords = {
  pushes: {
    push_gifts: "ツリーに新しいギフトが届きました",
    push_opens: "ツリーの開封日になりました",
    push_opened: "ギフトを贈ったツリーが開きました",
    push_replied: "贈ったギフトにハートが返ってきました",
  },
  mails: {
    confirm_email: {
      subject: () => "メールアドレスを認証してください",
      lines: () => [
        "Tree Giftingへようこそ！　メールアドレスを認証すると、ツリーの開封日のお知らせを受け取れます。パスワードを忘れたときにも役立ちます。",
        "リンクは24時間以内に1回だけ使えます。登録した覚えがない場合は、このメールを無視してください。",
      ],
      link: "メールアドレスを認証する",
    },
    known_email: {
      subject: () => "すでにアカウントをお持ちです",
      lines: () => [
        "このメールアドレスでTree Giftingへの登録の操作がありましたが、すでに登録されています。登録内容は変わっていません。",
        "これまでのパスワードでログインしてください。お忘れの場合は再設定できます。",
      ],
      link: "パスワードを再設定する",
    },
    reset_password: {
      subject: () => "ログイン用のリンク",
      lines: ({ linkHours }) => [
        "Tree Giftingにログインするためのリンクです。パスワードは必要ありません。新しいパスワードの設定もできます。",
        `リンクは${linkHours}時間以内に1回だけ使えます。心当たりがない場合は、このメールを無視してください。何も変更されません。`,
      ],
      link: "ログインする",
    },
    confirm_new_email: {
      subject: () => "新しいメールアドレスを認証してください",
      lines: () => [
        "Tree Giftingのアカウントで、このメールアドレスへの変更リクエストがありました。認証するまでは、これまでのメールアドレスのままです。",
        "リンクは24時間以内に1回だけ使えます。心当たりがない場合は、このメールを無視してください。",
      ],
      link: "新しいメールアドレスを認証する",
    },
    email_change_asked: {
      subject: () => "メールアドレスの変更リクエストがありました",
      lines: () => [
        "Tree Giftingのアカウントで、メールアドレスの変更リクエストがありました。新しいメールアドレスが認証されると変更されます。",
        "心当たりがない場合は、いますぐパスワードを再設定してください。変更は取り消され、すべての端末からログアウトします。",
      ],
      link: "パスワードを再設定する",
    },
    tree_opens: {
      subject: ({ treeName, daysLeft }) =>
        daysLeft === 0 ? `今日は「${treeName}」の開封日です` : `「${treeName}」の開封日が来ました`,
      lines: ({ treeName, giftCount }) => [
        giftCount > 0
          ? `お待たせしました！　「${treeName}」の開封日が来ました。友だちからのギフトが待っています。`
          : `お待たせしました！　「${treeName}」の開封日が来ました。まだギフトは届いていませんが、いまからでも遅くありません。リンクをシェアしましょう。`,
        ...(giftCount > 0 ? ["メッセージはツリーのページで読めます。メールに載ることはありません。"] : []),
      ],
      link: "ツリーを見る",
    },
    tree_digest: {
      subject: ({ news }) => {
        const place = news.length === 1 ? `「${news[0]?.treeName}」` : "マイツリー";
        return `${place}に新しいギフトが${sumOf(news)}個届きました`;
      },
      lines: ({ news }) => [
        ...news.map(
          (each) => `「${each.treeName}」に、${senders(each)}から新しいギフトが${each.giftCount}個届きました。`,
        ),
        "メッセージは、開封日からツリーのページで読めます。メールに載ることはありません。",
      ],
      link: "ギフトを見る",
    },
    tree_reminder: {
      subject: ({ treeName, daysLeft }) => `「${treeName}」の開封日は${inDays(daysLeft)}です`,
      lines: ({ treeName, giftCount }) => [
        giftCount > 0
          ? `「${treeName}」には、これまでにギフトが${giftCount}個届いています。いまからでも間に合うので、まだ贈っていない友だちにもリンクをシェアしましょう。`
          : `「${treeName}」にはまだギフトが届いていません。いまからでも間に合うので、友だちにリンクをシェアしましょう。`,
      ],
      link: "ツリーをシェアする",
    },
    tree_expires: {
      subject: ({ treeName, expiresOn }) => `「${treeName}」は${expiresOn}に削除されます`,
      lines: ({ treeName, expiresOn }) => [
        `「${treeName}」の開封日から1年以上がたちました。${expiresOn}に、ツリーとすべてのギフト、メッセージを削除します。削除したあとは元に戻せません。`,
        "メッセージを残しておくには、ツリーのページで保存版を画像で残すか、アカウントですべてをファイルに保存してください。",
      ],
      link: "メッセージを保存する",
    },
    tree_unclaimed: {
      subject: ({ treeName, expiresOn }) => `「${treeName}」は${expiresOn}に削除されます`,
      lines: ({ treeName, expiresOn }) => [
        `「${treeName}」はまだ受け取られていません。${expiresOn}に、ツリーとすべてのギフト、メッセージを削除します。`,
        "贈る相手にリンクを渡してください。リンクはツリーのページで作れます。",
      ],
      link: "リンクを作る",
    },
    tree_taken_down: {
      subject: ({ treeName }) => `${treeName ? `ツリー「${treeName}」` : "複数のツリー"}が非公開になりました`,
      lines: ({ treeName, reason, contactEmail }) => [
        `モデレーターが${treeName ? `ツリー「${treeName}」` : "複数のツリー"}を非公開にしました。現在、見に来た人には表示されません。理由：${reasons[reason]}。`,
        contactEmail
          ? `間違いだと思う場合は、このメールに返信するか、${contactEmail}までご連絡ください。`
          : "間違いだと思う場合は、サイトの運営者にご連絡ください。",
      ],
      link: "ツリーを見る",
    },
    tree_restored: {
      subject: ({ treeName }) => `${treeName ? `ツリー「${treeName}」` : "複数のツリー"}の非公開が解除されました`,
      lines: ({ treeName }) => [
        `見に来た人にも、${treeName ? `ツリー「${treeName}」` : "複数のツリー"}がふたたび表示されるようになりました。ギフトもメッセージもそのままです。`,
      ],
      link: "ツリーを見る",
    },
    tree_shared_no_more: {
      subject: ({ treeName }) => `ツリー「${treeName}」のオーナーではなくなりました`,
      lines: ({ treeName }) => [
        `これからは、どのツリーもオーナーは1人だけです。「${treeName}」は作った人のもとに残ります。マイツリーには表示されなくなり、メッセージも読めなくなります。`,
        "自分で作ったツリーは、これまでどおりです。",
      ],
      link: "マイツリーを見る",
    },
    moderation_queue: {
      subject: ({ queue }) =>
        queue.urgent > 0
          ? `【緊急】脅迫または自傷・自殺のおそれに関する通報が${queue.urgent}件あります`
          : `確認待ちがあります：${waiting(queue)}`,
      lines: ({ queue }) => [
        `モデレーターの確認を待っています：${waiting(queue)}`,
        ...(queue.urgent > 0
          ? [
              `通報のうち${queue.urgent}件は、脅迫または自傷・自殺のおそれに関するものです。危険な状態にある人がいるかもしれません。`,
            ]
          : []),
        "このメールは、ほかのモデレーターが受け取っていれば、リンク先のページでオフにできます。",
      ],
      link: "いますぐ確認する",
    },
  },
  reasons,
  day: (day) => dayInWords(day, "ja-JP", { hasWeekday: false }),
  why: (siteUrl) => `このメールは、${siteUrl} にアカウントをお持ちの方に送っています。`,
  unsubscribe: (url) => `このメールの配信停止：${url}`,
  settings: (accountUrl) => `開封日のお知らせメールは、アカウントの設定でオフにできます：${accountUrl}`,
};
