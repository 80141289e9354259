import { Graph, layout } from '@dagrejs/dagre';
import { useMemo } from 'react';
import type { ConversationFlowInput } from 'voice-agent-platform-client';
import { cx } from '../kit/cx.ts';
import { scrolled } from '../kit/scrolled.ts';
import styles from './agents.module.css';

const width = 176;
const height = 62;

interface Placed {
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

const placed = ({ nodes }: ConversationFlowInput) => {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', ranksep: 90, nodesep: 36, marginx: 12, marginy: 12 });
  for (const { id } of nodes) graph.setNode(id, { width, height });
  for (const { id, transitions = [] } of nodes) {
    transitions.forEach(({ to }, at) => {
      if (nodes.some((node) => node.id === to)) {
        graph.setEdge({ v: id, w: to, name: String(at) }, { width: 90, height: 20, labelpos: 'c' });
      }
    });
  }
  layout(graph);
  const boxes: Placed[] = nodes.map(({ id, instruction }) => {
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
  return { boxes, ways, width: size.width ?? width, height: size.height ?? height };
};

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** A flow as a graph from left to right. For screen readers it is described in words. */
export const FlowPicture = ({
  flow,
  current,
}: {
  readonly flow: ConversationFlowInput;
  /** The step at which a test is. */
  readonly current?: string | null;
}) => {
  const picture = useMemo(() => placed(flow), [flow]);
  const words = flow.nodes
    .map(
      ({ id, transitions = [] }) =>
        `${id} leads to ${transitions.map(({ to }) => to).join(', ') || 'the end'}`,
    )
    .join('; ');
  return (
    <section className={styles.flow} aria-label="Flow" {...scrolled}>
      <svg
        role="img"
        aria-label={`Begins at ${flow.start}. ${words}`}
        width={picture.width}
        height={picture.height}
        viewBox={`0 0 ${picture.width} ${picture.height}`}
      >
        <defs>
          <marker
            id="arrow"
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
        {picture.ways.map(({ key, path, when, label }) => (
          <g key={key}>
            <path d={path} className={styles.wayLine} markerEnd="url(#arrow)" />
            <text x={label.x} y={label.y - 6} className={styles.wayLabel}>
              {shortened(when, 24)}
              <title>{when}</title>
            </text>
          </g>
        ))}
        {picture.boxes.map(({ id, instruction, x, y }) => (
          <g key={id} transform={`translate(${x - width / 2} ${y - height / 2})`}>
            <rect
              width={width}
              height={height}
              rx="10"
              className={cx(styles.box, id === current ? styles.current : id === flow.start && styles.start)}
            />
            <text x="12" y="24" className={styles.boxName}>
              {shortened(id, 20)}
            </text>
            <text x="12" y="44" className={styles.boxText}>
              {shortened(instruction, 24)}
              <title>{instruction}</title>
            </text>
          </g>
        ))}
      </svg>
    </section>
  );
};
