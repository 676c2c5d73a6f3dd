import { choicesFor, FILL_MESSAGE, proposedFor, strings } from "../../.built/page-words.mjs";
import { GiftPicture } from "./gift-picture.jsx";

const words = strings.giftForm;
const { giftAssetId } = FILL_MESSAGE.inputSchema.properties;

export function GiftChoice({ tree, sprite }) {
  const chosen = proposedFor(tree);
  return (
    <fieldset toolparamdescription={giftAssetId.description}>
      <legend>{words.gift}</legend>
      <div className="choices">
        {choicesFor(tree.type).map(({ id, label }) => (
          <label key={id} className="choice">
            <GiftPicture sprite={sprite} id={id} size={52} />
            <span>{label}</span>
            <input
              className="choice-radio"
              type="radio"
              name="giftAssetId"
              value={id}
              defaultChecked={id === chosen}
              required
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
