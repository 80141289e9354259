import { Graph, layout } from '@dagrejs/dagre';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ConversationFlowInput } from 'voice-agent-platform-client';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { scrolled } from '../kit/scrolled.ts';
import { words } from '../words/index.ts';
import styles from './flow.module.css';

interface Sizes {
  readonly width: number;
  readonly between: number;
  readonly margin: number;
  /** The width of the words on a way, and how many characters they have room for. */
  readonly label: number;
  readonly characters: number;
}

const height = 48;
const usual: Sizes = { width: 152, between: 28, margin: 12, label: 130, characters: 24 };
const narrow: Sizes = { width: 112, between: 8, margin: 4, label: 96, characters: 17 };

interface PlacedNode {
  readonly id: string;
  readonly instruction: string;
  readonly x: number;
  readonly y: number;
}

interface Way {
  readonly key: string;
  readonly when: string;
  readonly path: string;
  readonly label: { readonly x: number; readonly y: number };
}

const placed = ({ nodes }: ConversationFlowInput, sizes: Sizes) => {
  const { width, between, margin, label } = sizes;
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: 'TB',
    ranksep: 44,
    nodesep: between,
    edgesep: between,
    marginx: margin,
    marginy: 12,
  });
  for (const { id } of nodes) graph.setNode(id, { width, height });
  for (const { id, transitions = [] } of nodes) {
    transitions.forEach(({ to }, at) => {
      if (nodes.some((node) => node.id === to)) {
        graph.setEdge({ v: id, w: to, name: String(at) }, { width: label, height: 16, labelpos: 'c' });
      }
    });
  }
  layout(graph);
  const boxes: PlacedNode[] = nodes.map(({ id, instruction }) => {
    const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number };
    return { id, instruction, x, y };
  });
  const ways: Way[] = nodes.flatMap(({ id, transitions = [] }) =>
    transitions.flatMap(({ to, when }, at) => {
      const edge = graph.edge({ v: id, w: to, name: String(at) }) as
        | { points: { x: number; y: number }[]; x?: number; y?: number }
        | undefined;
      if (!edge) return [];
      const path = edge.points.map(({ x, y }, point) => `${point === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');
      return [{ key: `${id} ${at}`, when, path, label: { x: edge.x ?? 0, y: edge.y ?? 0 } }];
    }),
  );
  const size = graph.graph() as { width?: number; height?: number };
  return { boxes, ways, sizes, width: size.width ?? width, height: size.height ?? height };
};

/** The flow as wide as it likes to be or, if there is not so much room, as narrow as can be read. */
const usePlaced = (flow: ConversationFlowInput) => {
  const frame = useRef<HTMLElement>(null);
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const wide = useMemo(() => placed(flow, usual), [flow]);
  const fits = wide.width <= room;
  const picture = useMemo(() => (fits ? wide : placed(flow, narrow)), [flow, fits, wide]);
  return { frame, picture };
};

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

interface FlowPictureProps {
  readonly flow: ConversationFlowInput;
  /** The step at which a talk is. */
  readonly current?: string | null;
  /** The step that is edited. */
  readonly edited?: string | undefined;
  /** Absent where nothing can be chosen. */
  readonly onChoose?: (id: string) => void;
}

/**
 * A flow as a graph from top to bottom, which is narrow enough for a pane and a phone. Its steps are buttons
 * where they can be chosen, and are described in words otherwise.
 */
export const FlowPicture = ({ flow, current, edited, onChoose }: FlowPictureProps) => {
  const marker = useId();
  const { frame, picture } = usePlaced(flow);
  const { width, characters } = picture.sizes;
  const texts = words.agents.flow;
  const described = flow.nodes
    .map(({ id, transitions = [] }) => texts.leads(id, transitions.map(({ to }) => to).join(', ')))
    .join('; ');
  return (
    <section ref={frame} className={styles.flow} aria-label={texts.title} {...scrolled}>
      <div className={styles.canvas} style={{ inlineSize: picture.width, blockSize: picture.height }}>
        <svg
          role="img"
          aria-label={`${texts.begins(flow.start)} ${described}`}
          width={picture.width}
          height={picture.height}
          viewBox={`0 0 ${picture.width} ${picture.height}`}
        >
          <defs>
            <marker
              id={marker}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M0 0L8 4L0 8z" className={styles.arrow} />
            </marker>
          </defs>
          {picture.ways.map(({ key, path }) => (
            <path key={key} d={path} className={styles.wayLine} markerEnd={`url(#${marker})`} />
          ))}
          {picture.ways.map(({ key, when, label }) => (
            <text key={key} x={label.x} y={label.y + 4} className={styles.wayLabel}>
              {shortened(when, characters)}
              <title>{when}</title>
            </text>
          ))}
        </svg>
        {picture.boxes.map(({ id, instruction, x, y }) => {
          const shared = {
            className: cx(
              styles.box,
              id === flow.start && styles.start,
              id === current && styles.current,
              id === edited && styles.edited,
            ),
            title: instruction,
            style: { left: x - width / 2, top: y - height / 2, inlineSize: width, blockSize: height },
          };
          const content = (
            <>
              <span className={styles.boxName}>
                <span className={kit.hidden}>{texts.stepNamed} </span>
                {id}
              </span>
              <span className={styles.boxText}>{instruction}</span>
            </>
          );
          return onChoose ? (
            <button
              key={id}
              type="button"
              aria-pressed={id === edited}
              onClick={() => onChoose(id)}
              {...shared}
            >
              {content}
            </button>
          ) : (
            <div key={id} aria-hidden="true" {...shared}>
              {content}
            </div>
          );
        })}
      </div>
    </section>
  );
};
