export function GiftPicture({ sprite, id, size }) {
  return (
    <svg className="gift-picture" width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`${sprite}#${id}`} />
    </svg>
  );
}
