-- Apart from adding it: this reads all messages, and locks out no one who leaves or reads a gift.
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_reply_is_sealed";
