import type { QueueCounts } from "#contract/mails";
import { dayInWords } from "../dates-in-words.ts";
import { type MailWords, sumOf } from "../mail-words.ts";

const list = new Intl.ListFormat("es-419", { type: "conjunction" });
const friends = (others: number) => (others === 1 ? ["otra persona"] : others > 1 ? [`${others} personas más`] : []);
const some = (amount: number, one: string, many: string) => (amount === 1 ? `1 ${one}` : `${amount} ${many}`);
const newGifts = (count: number) => (count === 1 ? "un regalo nuevo" : `${count} regalos nuevos`);
const waiting = ({ reports, texts }: QueueCounts) =>
  list.format([
    ...(reports > 0 ? [some(reports, "reporte", "reportes")] : []),
    ...(texts > 0 ? [some(texts, "texto rechazado", "textos rechazados")] : []),
  ]);
const inDays: Record<number, string> = { 1: "mañana", 2: "pasado mañana", 3: "en tres días" };

const reasons: MailWords["reasons"] = {
  spam: "publicidad o spam",
  harassment: "acoso o burlas",
  hate: "discurso de odio",
  sexual: "contenido sexual",
  threat: "amenazas",
  self_harm: "autolesiones o suicidio",
  private_information: "información privada",
  impersonation: "suplantación de identidad",
  other: "no cumple las normas de la comunidad",
};

/** Lo que dicen los correos en español. */
export const es: MailWords = {
  pushes: {
    push_gifts: "Tu árbol tiene regalos nuevos",
    push_opens: "Tu árbol ya está abierto",
    push_opened: "Se abrió un árbol en el que dejaste un regalo",
    push_replied: "Tu regalo recibió un corazón",
  },
  mails: {
    confirm_email: {
      subject: () => "Confirma tu correo",
      lines: () => [
        "¡Te damos la bienvenida a Tree Gifting! Confirma tu correo para que podamos avisarte cuando se abra tu árbol y ayudarte si olvidas tu contraseña.",
        "El enlace funciona una sola vez y vence en 24 horas. ¿No creaste una cuenta? Ignora este correo.",
      ],
      link: "Confirmar mi correo",
    },
    known_email: {
      subject: () => "Ya tienes una cuenta",
      lines: () => [
        "Alguien, seguramente tú, intentó crear una cuenta de Tree Gifting con este correo, pero este correo ya tiene una. No cambió nada.",
        "Entra con tu contraseña. ¿La olvidaste? Elige una nueva.",
      ],
      link: "Elegir una contraseña nueva",
    },
    reset_password: {
      subject: () => "Tu enlace para entrar",
      lines: ({ linkHours }) => [
        "Este es tu enlace para entrar a Tree Gifting. No necesitas contraseña, y ahí puedes elegir una nueva.",
        `El enlace funciona una sola vez y vence en ${linkHours === 1 ? "una hora" : `${linkHours} horas`}. Si no lo pediste, ignora este correo.`,
      ],
      link: "Entrar",
    },
    confirm_new_email: {
      subject: () => "Confirma tu correo nuevo",
      lines: () => [
        "Pediste usar este correo en tu cuenta de Tree Gifting. Seguiremos usando el anterior hasta que lo confirmes.",
        "El enlace funciona una sola vez y vence en 24 horas. ¿No fuiste tú? Ignora este correo.",
      ],
      link: "Confirmar mi correo nuevo",
    },
    email_change_asked: {
      subject: () => "Tu correo está por cambiar",
      lines: () => [
        "Alguien pidió cambiar el correo de tu cuenta de Tree Gifting. Cambiará cuando se confirme el nuevo.",
        "Si no fuiste tú, elige ahora una contraseña nueva: así se cancela el cambio y se cierra la sesión en todos los dispositivos.",
      ],
      link: "Elegir una contraseña nueva",
    },
    tree_opens: {
      subject: ({ treeName, daysLeft }) => (daysLeft === 0 ? `Hoy se abre “${treeName}”` : `Ya se abrió “${treeName}”`),
      lines: ({ treeName, giftCount }) => [
        giftCount > 0
          ? `¡Llegó el momento! “${treeName}” ya está abierto y te esperan los regalos de tus amigos.`
          : `¡Llegó el momento! “${treeName}” ya está abierto. Aún no hay regalos, pero estás a tiempo: comparte el enlace.`,
        ...(giftCount > 0
          ? ["Puedes leer los mensajes en la página de tu árbol. Nunca los ponemos en un correo."]
          : []),
      ],
      link: "Abrir mi árbol",
    },
    tree_digest: {
      subject: ({ news }) => {
        const place = news.length === 1 ? `“${news[0]?.treeName}”` : "tus árboles";
        return `Tienes ${newGifts(sumOf(news))} en ${place}`;
      },
      lines: ({ news }) => [
        ...news.map(({ treeName, giftCount, names, others }) => {
          // Si nadie mostró su nombre, no hay “otras” personas.
          const senders = names.length > 0 ? ` de ${list.format([...names, ...friends(others)])}` : "";
          return `En “${treeName}” hay ${newGifts(giftCount)}${senders}.`;
        }),
        "Desde el día de apertura podrás leer los mensajes en la página de tu árbol. Nunca los ponemos en un correo.",
      ],
      link: "Ver mis regalos",
    },
    tree_reminder: {
      subject: ({ treeName, daysLeft }) => `“${treeName}” se abre ${inDays[daysLeft]}`,
      lines: ({ treeName, giftCount }) => [
        giftCount > 0
          ? `“${treeName}” ya tiene ${some(giftCount, "regalo", "regalos")}. Aún hay tiempo: comparte el enlace con los amigos que todavía no dejaron el suyo.`
          : `“${treeName}” todavía no tiene regalos, pero aún hay tiempo: comparte el enlace con tus amigos.`,
      ],
      link: "Compartir mi árbol",
    },
    tree_expires: {
      subject: ({ treeName, expiresOn }) => `“${treeName}” se eliminará el ${expiresOn}`,
      lines: ({ treeName, expiresOn }) => [
        `“${treeName}” se abrió hace alrededor de un año. El ${expiresOn} lo eliminaremos con todos sus regalos y mensajes. Después ya no podremos recuperarlo.`,
        "Para conservar los mensajes, guarda el recuerdo en la página de tu árbol, o todo como archivo en tu cuenta.",
      ],
      link: "Guardar mis mensajes",
    },
    tree_unclaimed: {
      subject: ({ treeName, expiresOn }) => `“${treeName}” se eliminará el ${expiresOn}`,
      lines: ({ treeName, expiresOn }) => [
        `Nadie ha recibido todavía “${treeName}”. El ${expiresOn} lo eliminaremos con todos sus regalos y mensajes.`,
        "Dale el enlace a quien va a recibirlo. Puedes crearlo en la página del árbol.",
      ],
      link: "Crear el enlace",
    },
    tree_taken_down: {
      subject: ({ treeName }) => (treeName ? `Retiramos tu árbol “${treeName}”` : "Retiramos tus árboles"),
      lines: ({ treeName, reason, contactEmail }) => [
        `El equipo de moderación retiró ${treeName ? `tu árbol “${treeName}”` : "tus árboles"}. Los visitantes ya no pueden ${treeName ? "verlo" : "verlos"}. Motivo: ${reasons[reason]}.`,
        contactEmail
          ? `Si crees que es un error, responde a este correo o escribe a ${contactEmail}.`
          : "Si crees que es un error, avísale a quien administra el sitio.",
      ],
      link: "Ver en Tree Gifting",
    },
    tree_restored: {
      subject: ({ treeName }) => (treeName ? `Tu árbol “${treeName}” está de vuelta` : "Tus árboles están de vuelta"),
      lines: ({ treeName }) => [
        treeName
          ? `Los visitantes pueden ver otra vez tu árbol “${treeName}”. Sus regalos y mensajes están como antes.`
          : "Los visitantes pueden ver otra vez tus árboles. Sus regalos y mensajes están como antes.",
      ],
      link: "Ver en Tree Gifting",
    },
    tree_shared_no_more: {
      subject: ({ treeName }) => `Ya no compartes “${treeName}”`,
      lines: ({ treeName }) => [
        `Desde ahora, cada árbol es de una sola persona. “${treeName}” se queda con quien lo creó. Ya no está entre tus árboles y no puedes leer sus mensajes.`,
        "Tus propios árboles no cambiaron.",
      ],
      link: "Ver mis árboles",
    },
    moderation_queue: {
      subject: ({ queue }) =>
        queue.urgent > 0
          ? `Urgente: ${some(queue.urgent, "reporte", "reportes")} de amenazas o autolesiones`
          : `Pendiente de moderación: ${waiting(queue)}`,
      lines: ({ queue }) => [
        `Pendiente de moderación: ${waiting(queue)}.`,
        ...(queue.urgent > 0
          ? [
              `Alguien puede estar en peligro: ${some(queue.urgent, "reporte habla", "reportes hablan")} de amenazas o autolesiones.`,
            ]
          : []),
        "Puedes desactivar estos correos en esa misma página, siempre que otra persona de moderación los reciba.",
      ],
      link: "Revisar ahora",
    },
  },
  reasons,
  day: (day) => dayInWords(day, "es-419", { hasWeekday: false }),
  why: (siteUrl) => `Recibes este correo porque tienes una cuenta en ${siteUrl}`,
  unsubscribe: (url) => `No recibir más estos correos: ${url}`,
  settings: (accountUrl) =>
    `Puedes desactivar los correos del día de apertura en la configuración de tu cuenta: ${accountUrl}`,
};
