// Small drawings of our own.
import type { ComponentChildren } from "preact";

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect width="64" height="64" rx="14" class="logo-ground" />
      <g class="logo-strokes">
        <path d="M13 13l4 5M11 26h7v12c-1 4-4 6-7 8M17 42c6 7 18 8 38 7" />
        <path d="M28 10v6M21 17h14M27 17c0 9-2 15-7 19M26 24h7c0 6-1 9-2 11-1 1-2 1-4 0" />
        <path d="M42 10c-1 4-3 6-5 8M41 15h13M40 22h11l-5 5v8c0 2-2 2-4 1M37 30h18" />
      </g>
    </svg>
  );
}

function Icon({ children }: { children: ComponentChildren }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export const SoundOn = () => (
  <Icon>
    <path d="M4 9v6h4l5 4V5L8 9z" />
    <path d="M16 9c1.5 1.7 1.5 4.3 0 6M18.5 6.5c3 3 3 8 0 11" />
  </Icon>
);

export const SoundOff = () => (
  <Icon>
    <path d="M4 9v6h4l5 4V5L8 9z" />
    <path d="M16.5 9.5l5 5M21.5 9.5l-5 5" />
  </Icon>
);

export const Gear = () => (
  <Icon>
    <path d="M5 7h8M17 7h2M5 12h2M11 12h8M5 17h8M17 17h2" />
    <path d="M15 5v4M9 10v4M15 15v4" />
  </Icon>
);

export const Robot = () => (
  <Icon>
    <path d="M12 4v3M6 7h12v11H6zM9 11v2M15 11v2M9.5 15.5h5" />
  </Icon>
);

export const First = () => (
  <Icon>
    <path d="M7 5v14M18 6l-7 6 7 6z" />
  </Icon>
);

export const Back = () => (
  <Icon>
    <path d="M15 6l-7 6 7 6z" />
  </Icon>
);

export const Forward = () => (
  <Icon>
    <path d="M9 6l7 6-7 6z" />
  </Icon>
);

export const Last = () => (
  <Icon>
    <path d="M17 5v14M6 6l7 6-7 6z" />
  </Icon>
);

export const Play = () => (
  <Icon>
    <path d="M8 5l11 7-11 7z" />
  </Icon>
);

export const Pause = () => (
  <Icon>
    <path d="M8 5v14M16 5v14" />
  </Icon>
);

export const Cross = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
);
