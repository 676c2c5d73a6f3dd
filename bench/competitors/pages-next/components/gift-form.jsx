import { FILL_MESSAGE, MESSAGE_MAX, SENDER_NAME_MAX, strings, tooLong } from "../../.built/page-words.mjs";
import { GiftChoice } from "./gift-choice.jsx";

const { assistant, giftForm: words } = strings;
const { message, senderName, showSenderName } = FILL_MESSAGE.inputSchema.properties;

export function GiftForm({ tree, sprite }) {
  const code = tree.shareCode;
  const owner = strings.owner(tree.ownerName);
  return (
    <gift-form data-tree={code} data-untouched="">
      <form
        method="post"
        action={`/send-message?tree=${code}`}
        className="card stack"
        id="gift-form"
        toolname={FILL_MESSAGE.name}
        tooltitle={FILL_MESSAGE.title}
        tooldescription={FILL_MESSAGE.description}
      >
        <h2>{words.title}</h2>
        <p className="says soft" role="status" data-says="restored" hidden>
          {words.restored}
        </p>
        <Field name="message" label={words.message} hint={words.messageHint(owner)} max={MESSAGE_MAX}>
          <textarea
            id="message"
            name="message"
            dir="auto"
            required
            autoComplete="off"
            aria-describedby="message-hint"
            toolparamdescription={message.description}
          />
        </Field>
        <Field name="senderName" label={words.senderName} hint={words.senderNameHint(owner)} max={SENDER_NAME_MAX}>
          <input
            id="senderName"
            dir="auto"
            name="senderName"
            required
            autoComplete="nickname"
            aria-describedby="senderName-hint"
            toolparamdescription={senderName.description}
          />
        </Field>
        <div>
          <label>
            <input
              type="checkbox"
              value="yes"
              name="showSenderName"
              toolparamdescription={showSenderName.description}
            />{" "}
            <span>{words.showSenderName}</span>
          </label>
        </div>
        <GiftChoice tree={tree} sprite={sprite} />
        <input type="hidden" name="once" />
        <p className="says problem" role="alert" tabIndex={-1} data-says="offline" hidden>
          {words.offline}
        </p>
        <p aria-live="polite" data-assistant="">
          <span className="filled">{assistant.filled(words.button)}</span>
          <span className="again">{assistant.again(words.button)}</span>
          <span className="refused">{assistant.refused(words.button)}</span>
        </p>
        <div className="send">
          <button className="button" type="submit">
            <span className="idle">{words.button}</span>
            <span className="busy">{words.sending}</span>
          </button>
        </div>
      </form>
    </gift-form>
  );
}

function Field({ name, label, hint, max, children }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children}
      <character-count data-of={name} data-max={max} data-sentence={tooLong(max)} />
      <p id={`${name}-hint`} className="hint">
        <span className="soft">{hint}</span>
      </p>
    </div>
  );
}
