/** An error of the API: its code, or the reason for a field. */
class Refused extends Error {}
/** A credential that lacks what the API needs. */
class Unreadable extends Error {
  override name = "TypeError";
}

/** Something to do with a passkey. A browser that has none, or does not trust this address, is not offered it. */
abstract class WithPasskey extends HTMLElement {
  private isBusy = false;

  connectedCallback() {
    const isAble = "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
    if (isAble && location.origin === this.dataset.origin) this.offer();
    else this.withdraw();
  }

  protected abstract offer(): void;
  protected abstract withdraw(): void;

  /** Does it, and goes on to the returned address; or says why not. Nothing begins without the person. */
  protected async begin(act: () => Promise<string>, cancelled: string) {
    if (this.isBusy || !navigator.userActivation.isActive) return;
    this.isBusy = true;
    this.say("");
    try {
      location.assign(await act());
    } catch (error) {
      const problem = error instanceof Refused ? error.message : (NAMES[(error as Error).name] ?? cancelled);
      // The session has ended: the page itself leads to signing in, and back.
      if (problem === "not_signed_in") location.assign(location.pathname);
      else this.say(problem);
    } finally {
      this.isBusy = false;
    }
  }

  private say(what: string) {
    const says: Record<string, string> = JSON.parse(this.dataset.says ?? "{}");
    const status = this.querySelector("[role=status]");
    if (!status) return;
    status.textContent = what && (says[what] ?? says.other ?? "");
    status.toggleAttribute("data-fault", !QUIET.includes(what));
  }
}

/** What the person has decided is no error. */
const QUIET = ["", "cancelled", "not_added"];
/** Browsers tell neither whether the person canceled, nor whether the time was up: both are `NotAllowedError`. */
const NAMES: Record<string, string> = { InvalidStateError: "already_here", TypeError: "other", SyntaxError: "other" };

class PasskeySignIn extends WithPasskey {
  protected offer() {
    const button = this.querySelector("button");
    button?.addEventListener(
      "click",
      ({ isTrusted }) => isTrusted && void this.begin(() => this.signIn(), "cancelled"),
    );
  }

  protected withdraw() {
    this.hidden = true;
  }

  private async signIn(): Promise<string> {
    const options = await ask<PublicKeyCredentialRequestOptionsJSON>("/auth/passkey/options", {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    try {
      await ask("/auth/sign-in/passkey", { credential: read(credential, SIGNED) });
    } catch (error) {
      if (error instanceof Refused && error.message === "passkey_not_found") forget(options.rpId, credential.id);
      throw error;
    }
    return this.dataset.next ?? "/";
  }
}

/** Lets the device stop offering a passkey that is unknown here. Not every browser can. */
function forget(rpId = "", credentialId = "") {
  if ("signalUnknownCredential" in PublicKeyCredential)
    PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(() => {});
}

class AddPasskey extends WithPasskey {
  protected offer() {
    const form = this.querySelector("form");
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.begin(() => this.add(form), "not_added");
    });
  }

  protected withdraw() {
    const [form, sentence] = this.children;
    form?.remove();
    sentence?.removeAttribute("hidden");
  }

  private async add(form: HTMLFormElement): Promise<string> {
    const password = `${new FormData(form).get("password")}`;
    const options = await ask<PublicKeyCredentialCreationOptionsJSON>("/owner/passkeys/options", { password });
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    try {
      await ask("/owner/passkeys", { credential: read(credential, CREATED) });
    } catch (error) {
      // Unless the answer is unknown, the device holds a passkey that opens nothing.
      if (error instanceof Refused ? !UNSURE.includes(error.message) : error instanceof Unreadable)
        forget(options.rp.id, credential.id);
      throw error;
    }
    return `${location.pathname}?passkey`;
  }
}

const SIGNED = ["clientDataJSON", "authenticatorData", "signature", "userHandle"];
const CREATED = ["clientDataJSON", "attestationObject"];
/** Errors of the API after which it may have added the passkey all the same. */
const UNSURE = ["internal_error", "service_unavailable"];

/** Reads the fields of a credential: its own `toJSON` throws if a password manager made it. */
function read({ id, response }: PublicKeyCredential, names: readonly string[]) {
  try {
    const fields = response as unknown as Record<string, ArrayBuffer>;
    const encoded = names.map((name) => [name, base64url(fields[name] as ArrayBuffer)]);
    const { getTransports } = response as Partial<AuthenticatorAttestationResponse>;
    return { id, response: { ...Object.fromEntries(encoded), transports: getTransports?.call(response) } };
  } catch {
    throw new Unreadable();
  }
}

function base64url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function ask<Data>(path: string, body: object): Promise<Data> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await (await fetch(path, init)).json();
  if (!answer.success) {
    const [detail] = answer.error.details ?? [];
    throw new Refused(answer.error.code === "validation_failed" ? detail?.reason : answer.error.code);
  }
  return answer.data;
}

customElements.define("passkey-sign-in", PasskeySignIn);
customElements.define("add-passkey", AddPasskey);
