"""What files tell of themselves: the columns of data, the tables of queries, and what projects are made of."""
