/** As a text, because a sheet that is made by script needs no `unsafe-inline`. */
export const styles = `
:host { all: initial; display: contents; }
:host([hidden]) { display: none; }
.root {
  --accent: #1f5fd0; --accent-on: #fff; --bg: #fff; --text: #16191d; --text-2: #565d66; --line: #dde1e6;
  --line-control: #868e99; --own: #eef1f5;
  all: unset; position: fixed; inset-block-end: 16px; inset-inline-end: 16px; z-index: 2147483647;
  display: flex; flex-direction: column; align-items: flex-end; gap: 12px; box-sizing: border-box;
  max-inline-size: calc(100vw - 32px);
  font: 400 14px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; color: var(--text); text-align: start;
  -webkit-text-size-adjust: 100%;
}
.root.start { inset-inline: 16px auto; align-items: flex-start; }
.root.dark {
  --bg: #16191d; --text: #f1f3f5; --text-2: #a7aeb7; --line: #30363d; --line-control: #7d8590; --own: #252b32;
}
.root *, .root *::before { box-sizing: border-box; }
.root [hidden] { display: none !important; }
button, textarea { font: inherit; color: inherit; margin: 0; }
button { cursor: pointer; border: 0; background: none; border-radius: 8px; }
button:disabled { opacity: .5; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; box-shadow: 0 0 0 2px var(--bg); }
svg { inline-size: 20px; block-size: 20px; fill: none; stroke: currentColor; stroke-width: 1.8;
  stroke-linecap: round; stroke-linejoin: round; flex: none; }
:dir(rtl) .flips { transform: scaleX(-1); }
.launcher {
  display: inline-flex; align-items: center; gap: 8px; min-block-size: 48px; padding: 0 18px; border-radius: 24px;
  background: var(--accent); color: var(--accent-on); font-weight: 600; box-shadow: 0 4px 16px rgb(0 0 0 / .22);
  max-inline-size: 100%; text-align: start;
}
.launcher span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.panel {
  display: flex; flex-direction: column; inline-size: 380px; max-inline-size: 100%;
  block-size: min(600px, 100dvh - 32px); background: var(--bg); border: 1px solid var(--line); border-radius: 14px;
  box-shadow: 0 12px 40px rgb(0 0 0 / .24); overflow: hidden;
}
.head { display: flex; align-items: center; gap: 4px; padding: 8px 8px 8px 16px; border-block-end: 1px solid var(--line); }
:dir(rtl) .head { padding: 8px 16px 8px 8px; }
.head img { inline-size: 24px; block-size: 24px; object-fit: contain; margin-inline-end: 8px; }
h2 { all: unset; flex: 1; min-inline-size: 0; font-weight: 600; font-size: 15px; overflow-wrap: anywhere; }
.icon { display: inline-grid; place-items: center; inline-size: 36px; block-size: 36px; flex: none; }
.icon:hover:not(:disabled) { background: var(--own); }
.icon.on, .icon.on:hover { background: var(--accent); color: var(--accent-on); }
.log { flex: 1; min-block-size: 0; overflow-y: auto; overscroll-behavior: contain; padding: 16px;
  display: flex; flex-direction: column; gap: 12px; }
.message { max-inline-size: 86%; overflow-wrap: anywhere; white-space: pre-wrap; }
.message.user { align-self: flex-end; background: var(--accent); color: var(--accent-on); padding: 8px 12px;
  border-radius: 14px; border-end-end-radius: 4px; min-inline-size: 44px; }
.message.agent, .message.person { align-self: flex-start; background: var(--own); padding: 8px 12px;
  border-radius: 14px; border-end-start-radius: 4px; }
.message.note { max-inline-size: 100%; color: var(--text-2); font-size: 13px; }
.message .text { display: inline; }
.mark { display: block; font-size: 12px; font-style: italic; }
.name { font-weight: 600; display: block; font-size: 13px; }
a { color: inherit; text-decoration: underline; overflow-wrap: anywhere; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.status { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; color: var(--text-2); font-size: 13px;
  padding: 0 16px; min-block-size: 24px; }
.voice { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; padding: 8px 16px; font-size: 13px;
  border-block-start: 1px solid var(--line); }
.level { inline-size: 12px; block-size: 12px; border-radius: 50%; flex: none; background: var(--accent);
  box-shadow: 0 0 0 calc(var(--level, 0) * 8px) color-mix(in srgb, var(--accent) 30%, transparent); }
.voice.speaks .level { animation: pulse 1.2s ease-in-out infinite; }
@keyframes pulse { 50% { opacity: .35; } }
.caption:not(:empty) { flex-basis: 100%; border-inline-start: 3px solid var(--accent); padding-inline-start: 9px; }
.caption { color: var(--text); overflow-wrap: anywhere; max-block-size: 3lh; overflow-y: auto; }
.text-button { min-block-size: 28px; padding: 0 8px; margin-inline: -8px; text-decoration: underline; color: var(--text); }
form { display: flex; align-items: flex-end; gap: 8px; padding: 8px; border-block-start: 1px solid var(--line); }
textarea { flex: 1; min-inline-size: 0; resize: none; block-size: 40px; max-block-size: 120px; padding: 8px 12px;
  border: 1px solid var(--line-control); border-radius: 10px; background: var(--bg); font-size: 16px; line-height: 1.4;
  field-sizing: content; }
textarea::placeholder { color: var(--text-2); opacity: 1; }
.icon.fills { inline-size: 40px; block-size: 40px; border-radius: 10px; }
.icon.on svg { fill: currentColor; }
.icon.send { background: var(--accent); color: var(--accent-on); }
.foot { display: flex; flex-wrap: wrap; gap: 0 16px; padding: 0 16px 8px; }
.foot .text-button { font-size: 13px; color: var(--text-2); }
.root.frame, .root.preview { position: absolute; }
.root.frame { position: fixed; inset: 0; max-inline-size: none; }
.root.frame .panel { inline-size: 100%; block-size: 100%; border: 0; border-radius: 0; box-shadow: none; }
.root.preview { position: static; max-inline-size: 100%; }
.root.preview .panel { block-size: 460px; box-shadow: none; }
@media (max-width: 480px), (max-height: 480px) {
  .root.open:not(.frame, .preview) { inset: 0; max-inline-size: none; }
  .root.open:not(.frame, .preview) .panel { inline-size: 100%; block-size: 100dvh; border: 0; border-radius: 0; }
  .root.open:not(.frame, .preview) .launcher { display: none; }
}
@media (max-height: 340px) {
  .log { padding-block: 8px; }
  .head { padding-block: 2px !important; }
  form { padding-block: 4px; }
  .foot { padding-block-end: 2px; }
}
.root:not(.frame, .preview).open .launcher span { display: none; }
.root.open .launcher { padding: 0; inline-size: 48px; justify-content: center; }
.panel:not([hidden]) { animation: rise .16s ease-out; }
@keyframes rise { from { opacity: 0; transform: translateY(8px); } }
@media (prefers-reduced-motion: reduce) {
  .panel:not([hidden]), .voice.speaks .level { animation: none; }
  .level { box-shadow: none; }
}
@media (forced-colors: active) { .launcher, .panel, .message, .icon.send { border: 1px solid; } }
`;
