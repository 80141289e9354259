import { Button } from './button.tsx';

interface MoreProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Loads the next page of a short list. */
export const LoadMore = ({ query }: MoreProps) =>
  query.hasNextPage && (
    <div className="row">
      <Button small busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Load more
      </Button>
    </div>
  );
